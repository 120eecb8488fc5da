import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { Follower } from '#play/game/follow.js'

const SECOND = 1000

/** A page in front of a follower: it records opened and closed streams, requests and reports. */
class Page {
  constructor() {
    this.opened = 0
    this.closed = 0
    this.asked = 0
    this.events = /** @type {string[]} */ ([])
    this.wanted = this.waits = true
    this.over = this.hidden = false
    this.there = true
    this.version = 1
    /** The result of the next poll. */
    this.found = 1
    this.speak = (/** @type {string} */ _type, /** @type {object} */ _data = {}) => {}
    this.follower = new Follower({
      listen: (tell) => {
        this.opened += 1
        this.speak = (/** @type {string} */ type, data = {}) => tell(type, data)
        return () => {
          this.closed += 1
        }
      },
      wanted: () => this.wanted,
      waits: () => this.waits,
      over: () => this.over,
      hidden: () => this.hidden,
      version: () => this.version,
      refresh: async () => {
        this.asked += 1
        this.version = this.found
        return this.there
      },
      tell: (/** @type {string} */ type) => this.events.push(type),
    })
  }

  /** Open streams. */
  get open() {
    return this.opened - this.closed
  }

  /** @param {boolean} hidden */
  turn(hidden) {
    this.hidden = hidden
    this.follower.look()
  }
}

/** @param {number} seconds */
async function pass(seconds) {
  for (let i = 0; i < seconds * 10; i++) {
    mock.timers.tick(SECOND / 10)
    for (let j = 0; j < 6; j++) await Promise.resolve()
  }
}

beforeEach(() => {
  mock.timers.reset()
  mock.timers.enable({ apis: ['setTimeout', 'Date'] })
})

test('a page has one stream', () => {
  const page = new Page()
  for (let i = 0; i < 5; i++) page.follower.look()
  assert.equal(page.opened, 1)
  page.speak('state')
  page.speak('presence')
  assert.deepEqual(page.events, ['state', 'presence'])
})

test('a hidden page closes its stream and a visible one reopens it', () => {
  const page = new Page()
  page.follower.look()
  page.turn(true)
  assert.equal(page.open, 0)
  page.follower.look()
  assert.equal(page.open, 0)
  page.turn(false)
  assert.equal(page.open, 1)
})

test('a hidden page polls only while the other side is to act', async () => {
  const page = new Page()
  page.turn(true)
  await pass(95)
  assert.equal(page.asked, 3)
  page.waits = false
  page.follower.look()
  await pass(95)
  assert.equal(page.asked, 3)
  assert.equal(page.opened, 0)
})

test('no stream is open if no events are expected', () => {
  const page = new Page()
  page.wanted = false
  page.follower.look()
  assert.equal(page.opened, 0)
})

test('a broken stream is reopened after the game is read', async () => {
  const page = new Page()
  page.follower.look()
  await pass(10)
  page.speak('lost')
  assert.equal(page.open, 0)
  await pass(1)
  assert.equal(page.asked, 1)
  assert.equal(page.open, 1)
  assert.equal(page.opened, 2)
})

test('a stream that keeps breaking is reopened less and less often', async () => {
  const page = new Page()
  page.follower.look()
  const counts = []
  for (let minute = 0; minute < 3; minute++) {
    const before = page.opened
    for (let i = 0; i < 60; i++) {
      if (page.open) page.speak('lost')
      await pass(1)
    }
    counts.push(page.opened - before)
  }
  assert.ok(counts[0] <= 8 && counts[2] <= 4 && counts[2] >= 1, String(counts))
})

test('the game is polled while the stream is down', async () => {
  const page = new Page()
  page.follower.look()
  for (let i = 0; i < 120; i++) {
    if (page.open) page.speak('lost')
    await pass(1)
  }
  const before = page.asked
  for (let i = 0; i < 20; i++) {
    if (page.open) page.speak('lost')
    await pass(1)
  }
  assert.ok(page.asked - before >= 3, String(page.asked - before))
})

test('a page hidden during a reconnect opens no stream', async () => {
  const page = new Page()
  page.follower.look()
  page.speak('lost')
  page.turn(true)
  await pass(5)
  assert.equal(page.open, 0)
  page.turn(false)
  assert.equal(page.open, 1)
})

test('a silent stream is replaced only if it missed an event', async () => {
  const page = new Page()
  page.follower.look()
  await pass(61)
  assert.deepEqual([page.asked, page.opened], [1, 1])
  page.found = 2
  await pass(61)
  assert.deepEqual([page.asked, page.opened, page.open], [2, 2, 1])
})

test('a deleted game is reported once and not followed', async () => {
  const page = new Page()
  page.follower.look()
  page.speak('gone')
  page.follower.look()
  assert.deepEqual([page.open, page.events], [0, ['gone']])
  const other = new Page()
  other.follower.look()
  other.there = false
  other.speak('lost')
  await pass(5)
  assert.deepEqual([other.open, other.events], [0, ['gone']])
})

test('the stream closes some minutes after the end', async () => {
  const page = new Page()
  page.over = true
  page.follower.look()
  assert.equal(page.open, 1)
  await pass(9 * 60)
  page.follower.look()
  assert.equal(page.open, 1)
  await pass(2 * 60)
  page.follower.look()
  assert.equal(page.open, 0)
})

test('late events of a closed stream are ignored', () => {
  const page = new Page()
  page.follower.look()
  page.turn(true)
  page.speak('state')
  page.speak('lost')
  assert.deepEqual([page.events, page.open], [[], 0])
})
