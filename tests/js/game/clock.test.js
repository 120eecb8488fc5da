import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockText, isLow, left, nextTick } from '#play/game/clock.js'

const clock = { black: 65, white: 30, running: /** @type {const} */ ('black'), increment: 2 }

test('only the running clock loses time and stops at zero', () => {
  assert.equal(left(clock, 'black', 5), 60)
  assert.equal(left(clock, 'white', 5), 30)
  assert.equal(left(clock, 'black', 100), 0)
  assert.equal(left({ ...clock, running: null }, 'black', 5), 65)
})

test('setting the system clock back adds no time', () => {
  assert.equal(left(clock, 'black', -5), 65)
})

test('clock times are formatted', () => {
  assert.equal(clockText(3725), '1:02:05')
  assert.equal(clockText(65.9), '1:05')
  assert.equal(clockText(10), '0:10')
  assert.equal(clockText(9.99), '0:09.9')
  assert.equal(clockText(0), '0:00.0')
})

test('the next text appears when it changes, not earlier', () => {
  for (const seconds of [65.25, 12.01, 9.95, 0.3]) {
    const wait = nextTick(seconds)
    assert.ok(wait >= 20 && wait <= 1005, String(wait))
    assert.notEqual(clockText(Math.max(0, seconds - wait / 1000)), clockText(seconds))
  }
})

test('a clock below twenty seconds is marked as low', () => {
  assert.equal(isLow(19.9), true)
  assert.equal(isLow(20), false)
})
