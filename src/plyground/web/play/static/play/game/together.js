/** A game by link on its page: the stream, the invitation, presence. Loaded only where it is needed. */

import { say } from '#play/announce.js'
import { ask } from '#pages/api.js'
import { hear } from '#pages/stream.js'
import { gettext } from '#pages/words.js'
import { question } from '#play/game/dialogs.js'
import { Follower } from '#play/game/follow.js'
import { answerWords, company, proposal, proposalWords } from '#play/game/link.js'
import { byId } from '#play/game/panel.js'

/** @typedef {import('#play/game/types.js').Model} Model */
/** @typedef {import('#play/game/types.js').State} State */
/** @typedef {import('#play/game/store.js').Store} Store */
/** @typedef {import('#play/game/client.js').GameClient} GameClient */

const AWAY = 10_000 // milliseconds: reloading a page does not count as leaving

/**
 * @param {Store} store
 * @param {GameClient} client
 * @param {(sentence: string) => void} toast
 */
export function begin(store, client, toast) {
  const follower = followed(store, client, toast)
  const callers = new Callers(toast)
  const show = (/** @type {Model} */ model, /** @type {Model} */ before) => {
    invite(model)
    callers.see(before.state, model.state)
    const asked = proposalWords(model.state)
    // A visitor at an earlier move would not notice it otherwise.
    if (model.looking && asked !== proposalWords(before.state) && asked) toast(asked)
    const next = model.state.link?.next
    // Both have asked for it, so both pages go there.
    if (next && !before.state.link?.next) return location.assign(next)
    follower.look()
  }
  store.listeners.push(show)
  document.addEventListener('visibilitychange', () => follower.look())
  addEventListener('pagehide', () => follower.stop())
  addEventListener('pageshow', () => follower.look())
  // A stream does not notice a change of network.
  addEventListener('online', () => (follower.stop(), follower.look()))
  addEventListener('offline', () => client.refresh())
  prepareInvitation(toast, () => (follower.stop(), withdraw(client)))
  show(store.model, store.model)
  void import('#play/game/greetings.js').then(({ offer }) => offer(store, client, toast))
  if (store.model.state.link?.computer) void import('#play/game/waiting.js').then(({ wait }) => wait(store, client))
}

/**
 * @param {Store} store
 * @param {GameClient} client
 * @param {(sentence: string) => void} toast
 */
function followed(store, client, toast) {
  const now = () => store.model.state
  /** @type {Record<string, (data: any) => unknown>} */
  const events = {
    state: (state) => {
      const before = now()
      client.accept(state)
      const words = answerWords(before, state)
      if (words) toast(words)
    },
    // Our own side's action: this page may have made it, and is waiting for the answer.
    version: ({ version }) => setTimeout(() => now().version < version && !client.busy && client.refresh(), client.busy ? 1000 : 0),
    presence: ({ black, white, watchers }) => store.tell({ type: 'presence', black, white, watchers }),
    greeting: (greeting) => greeting.side !== now().me && import('#play/game/greetings.js').then(({ greetingWords }) => toast(greetingWords(greeting))),
    // A logged-out visitor has already seen that message.
    gone: () => store.model.trouble?.retry === 'signin' || store.tell({ type: 'trouble', trouble: { sentence: gettext('This game has been deleted.'), retry: 'gone' } }),
  }
  return new Follower({
    listen: (tell) => hear(`${client.api}events/?version=${now().version}`, ['state', 'version', 'presence', 'greeting'], ['gone'], tell),
    wanted: () => !now().link?.next,
    waits: () => now().to_move === 'other' || !now().link?.joined || now().stage === 'counting' || Boolean(proposal(now())),
    over: () => now().stage === 'over',
    hidden: () => document.hidden,
    version: () => now().version,
    refresh: () => client.refresh(),
    tell: (type, data) => events[type](data),
  })
}

/** The box with the invitation stays until a player has joined. @param {Model} model */
function invite({ state }) {
  const box = byId('invite')
  const path = state.link?.invite ?? null
  box.hidden = path === null
  const field = /** @type {HTMLInputElement} */ (byId('invite-link'))
  const url = path && new URL(path, location.href).href
  if (url && field.value !== url) field.value = url
}

/** Cancels the invitation, and deletes the game. @param {GameClient} client */
async function withdraw(client) {
  const answer = await client.persist(() => ask('DELETE', client.api))
  if (answer.status < 300) location.assign('/games/')
  else client.fail(answer)
}

/**
 * @param {(sentence: string) => void} toast
 * @param {() => unknown} cancel
 */
function prepareInvitation(toast, cancel) {
  byId('invite-local').hidden = !/^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname)
  byId('invite-cancel').addEventListener('click', async () => {
    const words = { title: gettext('Cancel the invitation?'), text: gettext('The game is deleted, and its link no longer works.'), yes: gettext('Cancel the invitation'), no: gettext('Keep') }
    if (await question(words)) await cancel()
  })
  const field = /** @type {HTMLInputElement} */ (byId('invite-link'))
  field.addEventListener('focus', () => field.select())
  byId('invite-copy').addEventListener('click', async () => {
    field.select()
    try {
      await navigator.clipboard.writeText(field.value)
      toast(gettext('The link has been copied.'))
    } catch {
      toast(gettext('Please copy the link that is marked.'))
    }
  })
  const send = byId('invite-send')
  send.hidden = typeof navigator.share !== 'function'
  // Cancelling the share dialog is reported as an error, which can be ignored.
  send.addEventListener('click', () => void navigator.share({ title: document.title.replace('● ', ''), url: field.value }).catch(() => {}))
}

/** Announces arrivals and departures, without repeating itself. */
class Callers {
  /** @param {(sentence: string) => void} toast */
  constructor(toast) {
    this.toast = toast
    this.away = false
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined
  }

  /**
   * @param {State} before
   * @param {State} after
   */
  see(before, after) {
    if (after.link?.joined && !before.link?.joined) this.toast(gettext('Your opponent has joined.'))
    const here = company(after)
    if (here === company(before)) return
    clearTimeout(this.timer)
    if (here === false) {
      this.timer = setTimeout(() => {
        this.away = true
        say(gettext('Your opponent is away.'))
      }, AWAY)
    } else if (this.away) {
      this.away = false
      say(gettext('Your opponent is back.'))
    }
  }
}
