import assert from 'node:assert/strict'
import { test } from 'node:test'

import { again, areaOf, back, enter, mayGoOn, mayHint, mayPlay, mayRetry, paragraphs, spoken, answered } from '#learn/lesson/course.js'

const view = /** @type {any} */ ({ ply: 0 })
const later = /** @type {any} */ ({ ply: 2 })
/** @type {import('contract').LessonStep} */
const step = { number: 1, reading: false, words: '', marks: ['A1'], shows: [], hints: [{ words: 'look', at: [] }], turns: 2, passes: false, view, aids: [], analysis: '' }

test('a step waits for a move', () => {
  const course = enter(step, 3, 1)
  assert.ok(mayPlay(course) && mayHint(course))
  assert.ok(!mayGoOn(course) && !mayRetry(course))
  assert.deepEqual(areaOf(course, ['B1', 'A1']), ['A1', 'B1'])
})

test('a right move stays, and only a wrong one after it is taken back', () => {
  const right = answered(enter(step, 3, 1), { outcome: 'right', words: 'on', move: 'D1', views: [view, later] })
  assert.deepEqual([right.moves, right.now.view.ply], [['D1'], 2])
  const wrong = answered(right, { outcome: 'wrong', words: 'no', move: 'E1', views: [view] })
  assert.ok(!mayPlay(wrong) && mayRetry(wrong) && !mayHint(wrong))
  assert.deepEqual(areaOf(wrong, []), [])
  const tried = back(wrong)
  assert.deepEqual([tried.moves, tried.now.view.ply, tried.outcome], [['D1'], 2, 'right'])
  assert.deepEqual([again(wrong).moves, again(wrong).now.view.ply], [[], 0])
})

test('a finished step unlocks the next one permanently', () => {
  const done = answered(enter(step, 3, 1), { outcome: 'done', words: 'well', move: 'D1', views: [later] })
  assert.equal(done.reached, 2)
  assert.ok(mayGoOn(done) && !mayPlay(done) && mayRetry(done))
  assert.ok(mayGoOn(again(done)))
})

test('a refused move changes nothing', () => {
  const course = enter(step, 3, 1)
  const refused = answered(course, { outcome: 'refused', words: 'occupied', views: [view] })
  assert.deepEqual(refused, { ...course, feedback: 'occupied' })
})

test('after the last hint comes the move, and then no more', () => {
  const course = enter(step, 3, 1)
  assert.ok(mayHint({ ...course, hinted: 1 }))
  assert.ok(!mayHint({ ...course, hinted: 2 }))
  assert.ok(!mayHint(enter({ ...step, reading: true }, 3, 1)))
})

test('texts have paragraphs and strong words', () => {
  assert.deepEqual(paragraphs('a **b** c\n\nd'), [
    [{ text: 'a ', strong: false }, { text: 'b', strong: true }, { text: ' c', strong: false }],
    [{ text: 'd', strong: false }],
  ])
  assert.equal(spoken('a **b** c\n\nd'), 'a b c d')
})

test('each move may have hints of its own', () => {
  const right = answered({ ...enter(step, 1, 0), hinted: 2 }, { outcome: 'right', words: '', move: 'D1', views: [later], hints: [] })
  assert.deepEqual([right.hints, right.hinted, mayHint(right)], [[], 0, true])
  assert.ok(!mayHint({ ...right, hinted: 1 }))
  assert.deepEqual(again(right).hints, step.hints)
})
