/** What a job has to say, one event after the other. */

const FINAL = ['done', 'failed', 'cancelled']

/**
 * Listen to a job until it ends; `lost` means that it may go on, but not with us. Gives a function that stops listening.
 * @param {string} job
 * @param {(type: string, data: any) => void} tell
 * @returns {() => void}
 */
export function listen(job, tell) {
  const source = new EventSource(`/api/jobs/${encodeURIComponent(job)}/events/`)
  for (const type of ['queued', 'thinking', ...FINAL]) {
    source.addEventListener(type, (event) => {
      if (FINAL.includes(type)) source.close()
      tell(type, JSON.parse(event.data || '{}'))
    })
  }
  // The browser would try again by itself, but not for ever and not for a job that is gone: the page asks anew.
  source.onerror = () => {
    source.close()
    tell('lost', {})
  }
  return () => source.close()
}
