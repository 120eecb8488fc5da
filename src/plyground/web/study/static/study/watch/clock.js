/** The time of a replay, which advances while it plays, without the DOM. */

export class Clock {
  length = 1
  time = 0
  playing = false
  speed = 4 // steps per second
  /** The fraction of a step. */
  rest = 0

  /** Advances by milliseconds; returns whether anything has changed. @param {number} passed */
  tick(passed) {
    if (!this.playing) return false
    // Time in which the page was hidden does not count.
    this.rest += (this.speed * Math.min(passed, 250)) / 1000
    const steps = Math.floor(this.rest)
    this.rest -= steps
    return steps > 0 && this.go(this.time + steps)
  }

  /** Goes to a time within the range; the end stops the replay. @param {number} time */
  go(time) {
    const before = this.time
    this.time = Math.max(0, Math.min(Math.round(time), this.length - 1))
    if (this.time === this.length - 1) this.playing = false
    return this.time !== before
  }

  /** Plays or pauses; at the end it restarts. */
  toggle() {
    if (!this.playing && this.time === this.length - 1) this.time = 0
    this.playing = !this.playing && this.length > 1
    this.rest = 0
  }
}
