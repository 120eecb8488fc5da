/** Notes of the analysis board without a page: comments with drawings, candidates, steady chances, the graph of a line. */

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { corner } from '#pages/board/loupe.js'
import { visible } from '#pages/board/territory.js'
import { named, wordsOf } from '#pages/sides.js'
import { loudness } from '#pages/sound.js'
import { runs } from '#study/analysis/graph.js'
import { candidatesOf, steady } from '#study/analysis/lines.js'
import { join, split, toggled } from '#study/analysis/signs.js'

/** @type {import('contract').AnalysisLine} */
const LINE = { move: 'a', pv: ['a'], score: 1, win_chance: 0.6, mate: null, exact: false, depth: 5 }

test('a comment holds words and drawings, and both come back', () => {
  const signs = [{ from: null, to: 'D4' }, { from: 'D4', to: 'J10' }]
  const text = join('Good shape.', signs)
  assert.equal(text, 'Good shape. [%csl GD4] [%cal GD4J10]')
  assert.deepEqual(split(text), { words: 'Good shape.', signs })
  assert.deepEqual(split('only words [1] here'), { words: 'only words [1] here', signs: [] })
  assert.equal(join('', []), '')
})

test('drawings of other programs are read, unknown ones left out', () => {
  assert.deepEqual(split('[%csl Re5,Yd4x] [%cal Ba1b2]').signs, [{ from: null, to: 'e5' }, { from: 'a1', to: 'b2' }])
})

test('the same drawing again removes it', () => {
  const one = { from: null, to: 'D4' }
  assert.deepEqual(toggled([], one), [one])
  assert.deepEqual(toggled([one], { ...one }), [])
  assert.equal(toggled([one], { from: 'A1', to: 'D4' }).length, 2)
})

test('the chance is the mean of two depths, and differences stay', () => {
  const before = [{ ...LINE, depth: 4, win_chance: 0.4 }]
  const [first, second] = steady([LINE, { ...LINE, move: 'b', win_chance: 0.5 }], before)
  assert.ok(Math.abs(first.win_chance - 0.5) < 1e-9)
  assert.ok(Math.abs(first.win_chance - second.win_chance - 0.1) < 1e-9)
  assert.deepEqual(steady([LINE], [{ ...LINE, depth: 2 }]), [LINE]) // not the depth before
  const proven = { ...LINE, exact: true, win_chance: 1 }
  assert.deepEqual(steady([proven], before), [proven])
})

test('candidates show what they lose against the best', () => {
  const lines = [LINE, { ...LINE, move: 'b', win_chance: 0.595 }, { ...LINE, move: 'c', win_chance: 0.55 }, { ...LINE, move: 'd', win_chance: 0.3 }]
  const words = candidatesOf(lines).map((one) => `${one.words} ${one.grade}`)
  assert.deepEqual(words, ['60% best', '−1 good', '−5 fair', '−30 poor'])
})

test('the graph has gaps where nothing is known', () => {
  assert.deepEqual(runs([0.5, 0.6, null, 0.4, null, null]), [{ from: 0, values: [0.5, 0.6] }, { from: 3, values: [0.4] }])
})

test('living stones need no sign of their owner, dead ones do', () => {
  /** @type {import('#pages/types.js').PieceView[]} */
  const pieces = [{ at: 'A1', owner: 'black', kind: 'stone' }, { at: 'B1', owner: 'white', kind: 'stone' }]
  assert.deepEqual(visible({ A1: 1, B1: 0.8, C1: -1 }, { pieces }), { B1: 0.8, C1: -1 })
})

test('sides have the names of their tiles, in both languages', () => {
  const english = /** @type {import('#pages/sides.js').Words} */ (wordsOf('dobutsu', 'en'))
  assert.equal(named("Black's chick, white to move; Blackbird", english), "Blue's chick, orange to move; Blackbird")
  const japanese = /** @type {import('#pages/sides.js').Words} */ (wordsOf('dobutsu', 'ja'))
  assert.equal(named('黒の番、白の勝ち', japanese), '先手の番、後手の勝ち')
  assert.equal(wordsOf('go', 'en'), null)
})

test('the loupe stays on the board, and below the finger where there is no room above', () => {
  assert.deepEqual(corner({ x: 200, y: 300 }, 400, 100), { left: 126, top: 124 })
  assert.deepEqual(corner({ x: 5, y: 20 }, 400, 100), { left: 0, top: 76 })
  assert.equal(corner({ x: 395, y: 300 }, 400, 100).left, 252)
})

test('the usual volume leaves the sounds as they are', () => {
  assert.deepEqual([loudness(0), loudness(0.7)], [0, 1])
})
