/**
 * What the analysis board keeps; what the server sends is in the contract. Types only.
 *
 * @import {StudyGame} from 'contract'
 *
 * @typedef {StudyGame['nodes'][number]} Row parent, move, set-up, comment
 * @typedef {Pick<StudyGame, 'game' | 'options' | 'query' | 'start' | 'players' | 'nodes'>} Study a game with its variations
 * @typedef {{position: string | null, moves: string[]}} Place where a position begins, and the moves since
 */
export {}
