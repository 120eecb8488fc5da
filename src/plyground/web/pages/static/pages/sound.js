/** Sounds, synthesised without files. A browser allows them after a first click or key. */

import { load } from '#pages/settings.js'

/** @typedef {'place' | 'capture' | 'flip' | 'slide' | 'win' | 'lose' | 'draw' | 'no'} Sound */

/** @type {AudioContext | null} */
let context = null

/** Waits for a person's first click or key. */
export function prepare() {
  const wake = () => {
    context ??= new AudioContext()
    if (context.state === 'suspended') context.resume().catch(() => {})
  }
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, wake, { capture: true, passive: true })
}

/**
 * A knock: a burst of filtered noise, like wood or stone.
 * @param {AudioContext} audio
 * @param {number} at
 * @param {{pitch: number, time: number, loud: number}} how
 */
function knock(audio, at, { pitch, time, loud }) {
  const length = Math.ceil(audio.sampleRate * time)
  const buffer = audio.createBuffer(1, length, audio.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 6
  const source = new AudioBufferSourceNode(audio, { buffer })
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 3 })
  source.connect(filter).connect(new GainNode(audio, { gain: loud })).connect(audio.destination)
  source.start(at)
}

/** The strength of a volume from 0 to 1: equal steps sound equal, and 0.7 is the strength of the sounds themselves. @param {number} volume */
export const loudness = (volume) => (volume / 0.7) ** 2

/**
 * A soft note.
 * @param {AudioContext} audio
 * @param {number} at
 * @param {number} pitch
 * @param {number} time
 * @param {number} loud
 */
function note(audio, at, pitch, time, loud) {
  const gain = new GainNode(audio, { gain: 0 })
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(0.12 * loud, at + 0.015)
  gain.gain.linearRampToValueAtTime(0, at + time)
  const tone = new OscillatorNode(audio, { type: 'triangle', frequency: pitch })
  tone.connect(gain).connect(audio.destination)
  tone.start(at)
  tone.stop(at + time)
}

const KNOCKS = /** @type {Record<string, {pitch: number, time: number, loud: number, times: number[]}>} */ ({
  place: { pitch: 1900, time: 0.09, loud: 1.6, times: [0] },
  slide: { pitch: 900, time: 0.12, loud: 1.5, times: [0] },
  capture: { pitch: 1500, time: 0.08, loud: 1.4, times: [0, 0.07, 0.13] },
  flip: { pitch: 2600, time: 0.06, loud: 1.2, times: [0, 0.06, 0.11, 0.15] },
  no: { pitch: 260, time: 0.12, loud: 1.2, times: [0] },
})
const TUNES = /** @type {Record<string, number[]>} */ ({ win: [523, 659, 784, 1047], lose: [440, 392, 330], draw: [494, 494] })

/**
 * Plays a sound, if the browser allows it.
 * @param {Sound} sound
 */
export function play(sound) {
  const audio = context
  if (!audio || audio.state !== 'running') return
  const now = audio.currentTime + 0.01
  const how = KNOCKS[sound]
  const loud = loudness(load().volume)
  if (how) for (const later of how.times) knock(audio, now + later, { ...how, loud: how.loud * loud })
  TUNES[sound]?.forEach((pitch, i) => note(audio, now + 0.15 + i * 0.13, pitch, 0.5, loud))
}
