/**
 * The common interface of both kinds of recordings. A time is an index in the replay, from 0 to `length - 1`. Types only.
 *
 * @typedef {import('#study/watch/tree.js').Tree | import('#study/watch/playouts.js').Playouts} Tape
 */
export {}
