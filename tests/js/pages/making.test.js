/** Building a tablebase: announcements for screen readers. */

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { newsOf } from '#play/making.js'

/** @param {string} sentence @param {string | null} method @param {boolean} [there] */
const making = (sentence, method, there = false) => ({ there, share: null, sentence, button: method === null ? null : { label: method, method } })

test('one percent more is not announced', () => {
  assert.equal(newsOf(making('3%', 'DELETE')), newsOf(making('4%', 'DELETE')))
})

test('start, stop, failure and completion are announced', () => {
  const steps = [making('Offered.', 'POST'), making('0%', 'DELETE'), making('Stopped.', 'POST'), making('Failed.', 'POST'), making('Ready.', null, true)]
  assert.equal(new Set(steps.map(newsOf)).size, steps.length)
})
