/**
 * What the page can do with either kind of recording. A time is a place in the replay, from 0 to `length - 1`. Types only.
 *
 * @typedef {import('#study/watch/tree.js').Tree | import('#study/watch/playouts.js').Playouts} Tape
 */
export {}
