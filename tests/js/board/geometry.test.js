import assert from 'node:assert/strict'
import { test } from 'node:test'

import { CELL, Geometry } from '#pages/board/geometry.js'

const go = { columns: [...'ABCDEFGHJ'], rows: [...'987654321'], shape: /** @type {const} */ ('points') }

test('labels and coordinates correspond on every point', () => {
  for (const flipped of [false, true]) {
    const geometry = new Geometry(go, { flipped })
    const seen = new Set()
    for (const label of geometry.labels) {
      const place = geometry.places.get(label)
      assert.ok(place)
      assert.equal(geometry.at(place.x, place.y), label)
      assert.equal(geometry.at(place.x - CELL / 2 + 1, place.y + CELL / 2 - 1), label)
      seen.add(`${place.x} ${place.y}`)
    }
    assert.equal(seen.size, 81)
  }
})

test('flipping turns the board by 180 degrees', () => {
  const upright = new Geometry(go)
  const flipped = new Geometry(go, { flipped: true })
  assert.equal(upright.labels[0], 'A9')
  assert.equal(flipped.labels[0], 'J1')
  const [a, b] = [upright.places.get('B3'), flipped.places.get('B3')]
  assert.ok(a && b)
  assert.equal(a.x + b.x, upright.width)
  assert.equal(a.y + b.y, upright.height)
})

test('a point outside the board has no label, and an unknown label no point', () => {
  const geometry = new Geometry(go)
  assert.equal(geometry.at(1, 500), null)
  assert.equal(geometry.at(geometry.width - 1, 500), null)
  assert.equal(geometry.at(500, geometry.height - 1), null)
  assert.equal(geometry.places.get('I5'), undefined)
})

test('pieces look away from their owner', () => {
  assert.equal(new Geometry(go).turned('black'), false)
  assert.equal(new Geometry(go).turned('white'), true)
  assert.equal(new Geometry(go, { flipped: true }).turned('black'), true)
})

test('an upright board seen from the other side keeps its bottom row at the bottom', () => {
  const board = { columns: [...'abc'], rows: [...'21'], shape: /** @type {const} */ ('holes') }
  assert.deepEqual(new Geometry(board, { flipped: true }).labels, ['c2', 'b2', 'a2', 'c1', 'b1', 'a1'])
})

test('rows of hexagons are shifted, and every cell is found at its middle', () => {
  const board = { columns: [...'abc'], rows: [...'321'], shape: /** @type {const} */ ('hexagons') }
  for (const flipped of [false, true]) {
    const geometry = new Geometry(board, { flipped })
    for (const label of geometry.labels) {
      const { x, y } = /** @type {import('#pages/types.js').Place} */ (geometry.places.get(label))
      assert.equal(geometry.at(x, y), label)
      // the corners of the hexagon are inside the drawing
      assert.ok(x - 50 >= 0 && x + 50 <= geometry.width && y - 58 >= 0 && y + 58 <= geometry.height, label)
    }
  }
  const { places } = new Geometry(board)
  assert.equal((places.get('a2')?.x ?? 0) - (places.get('a3')?.x ?? 0), 50)
  assert.equal(new Geometry(board).at(0, 0), null)
})

test('hands have room at the side of their owner, inside the drawing', () => {
  const small = { columns: [...'abc'], rows: [...'4321'], shape: /** @type {const} */ ('squares') }
  const without = new Geometry(small)
  const geometry = new Geometry(small, { hands: true })
  assert.equal(geometry.height, without.height + 2 * geometry.plank)
  for (const count of [1, 3, 9]) {
    for (let index = 0; index < count; index += 1) {
      const mine = geometry.slot('black', index, count)
      const theirs = geometry.slot('white', index, count)
      assert.ok(mine.y > geometry.height - geometry.hand && theirs.y < geometry.hand)
      assert.ok(mine.x - mine.step / 2 >= 0 && theirs.x + theirs.step / 2 <= geometry.width)
    }
  }
  for (const owner of /** @type {const} */ (['black', 'white'])) {
    assert.ok(geometry.slot(owner, 0, 2).x < geometry.slot(owner, 1, 2).x, 'Tab goes from left to right')
  }
  const flipped = new Geometry(small, { hands: true, flipped: true })
  assert.ok(flipped.slot('black', 0, 1).y < flipped.hand)
})

test('without coordinates the board has more room', () => {
  assert.ok(new Geometry(go, { coordinates: false }).width < new Geometry(go).width)
})
