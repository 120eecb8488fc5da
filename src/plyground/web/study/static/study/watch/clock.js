/** How far a replay has come: time passes by itself while it plays. No DOM in here. */

export class Clock {
  length = 1
  time = 0
  playing = false
  speed = 4 // steps a second
  /** Less than a step. */
  rest = 0

  /** Milliseconds have passed; whether anything has changed. @param {number} passed */
  tick(passed) {
    if (!this.playing) return false
    // After a pause in which the page was hidden nothing is made up for.
    this.rest += (this.speed * Math.min(passed, 250)) / 1000
    const steps = Math.floor(this.rest)
    this.rest -= steps
    return steps > 0 && this.go(this.time + steps)
  }

  /** Go to a time, as near as there is one; the end stops it. @param {number} time */
  go(time) {
    const before = this.time
    this.time = Math.max(0, Math.min(Math.round(time), this.length - 1))
    if (this.time === this.length - 1) this.playing = false
    return this.time !== before
  }

  /** Play, or pause; from the end it begins anew. */
  toggle() {
    if (!this.playing && this.time === this.length - 1) this.time = 0
    this.playing = !this.playing && this.length > 1
    this.rest = 0
  }
}
