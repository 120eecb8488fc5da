/** What a job or a game has to say, one event after the other. */

const FINAL = ['done', 'failed', 'cancelled']

/**
 * Listen to a job until it ends; `lost` means that it may go on, but not with us. Gives a function that stops listening.
 * @param {string} job
 * @param {(type: string, data: any) => void} tell
 * @returns {() => void}
 */
export function listen(job, tell) {
  return hear(`/api/jobs/${encodeURIComponent(job)}/events/`, ['queued', 'thinking'], FINAL, tell)
}

/**
 * Listen to a stream until one of its last events; `lost` is called when it breaks off. Gives a function that stops listening.
 * @param {string} url
 * @param {string[]} types
 * @param {string[]} last
 * @param {(type: string, data: any) => void} tell
 * @returns {() => void}
 */
export function hear(url, types, last, tell) {
  const source = new EventSource(url)
  for (const type of [...types, ...last]) {
    source.addEventListener(type, (event) => {
      if (last.includes(type)) source.close()
      tell(type, JSON.parse(event.data || '{}'))
    })
  }
  // The browser would try again by itself, but not for ever and not for what is gone: the page asks anew.
  source.onerror = () => {
    source.close()
    tell('lost', {})
  }
  return () => source.close()
}
