import assert from 'node:assert/strict'
import { test } from 'node:test'

import { pauseAfter } from '#lab/lookout.js'

const even = () => 0.5

test('a running study is polled more often than a finished one', () => {
  assert.ok(pauseAfter(true, 0, 0, even) < pauseAfter(false, 0, 0, even))
})

test('a server that does not answer is polled less and less often, up to a limit', () => {
  const pauses = [1, 2, 3, 4, 9, 30].map((failures) => pauseAfter(true, failures, 0, even))
  assert.deepEqual(pauses, [...pauses].sort((a, b) => a - b))
  assert.equal(pauses.at(-1), pauseAfter(false, 0, 0, even))
})

test('the pause of the server is respected', () => {
  assert.equal(pauseAfter(true, 0, 60, even), 60_000)
})
