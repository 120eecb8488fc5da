/**
 * The data of the analysis board; the server's data is in the contract. Types only.
 *
 * @import {StudyGame} from 'contract'
 *
 * @typedef {StudyGame['nodes'][number]} Row parent, move, set-up, comment
 * @typedef {Pick<StudyGame, 'game' | 'options' | 'query' | 'start' | 'players' | 'nodes'>} Study a game with its variations
 * @typedef {{position: string | null, moves: string[]}} Place the first position, and the moves since
 */
export {}
