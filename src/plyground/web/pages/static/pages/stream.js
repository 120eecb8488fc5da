/** The events of a job or a game, one after the other. */

const FINAL = ['done', 'failed', 'cancelled']

/**
 * Listens to a job until it ends; `lost` means that the connection broke while the job may go on. Returns a function that stops listening.
 * @param {string} job
 * @param {(type: string, data: any) => void} tell
 * @returns {() => void}
 */
export function listen(job, tell) {
  return hear(`/api/jobs/${encodeURIComponent(job)}/events/`, ['queued', 'thinking'], FINAL, tell)
}

/**
 * Listens to a stream until one of its last events; `lost` is called when it breaks off. Returns a function that stops listening.
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
  // The browser would retry by itself, but not forever, and not for streams that are gone: the page requests a new one.
  source.onerror = () => {
    source.close()
    tell('lost', {})
  }
  return () => source.close()
}
