// Stores a marker of the submission in local storage, for once_per_person forms and forms with changeable answers.

export type SentMarker = { key: string; at: number }

const nameOf = (formId: string) => `form-sent-${formId}`
const lasts = 30 * 86_400_000

/** The stored marker; undefined if there is none, or storage is unavailable. */
export function readSentMarker(formId: string): SentMarker | undefined {
  try {
    const sent = JSON.parse(localStorage.getItem(nameOf(formId)) ?? 'null') as SentMarker | null
    return sent && Date.now() - sent.at < lasts && /^[\w-]{32}$/.test(sent.key) ? sent : undefined
  } catch {
    return undefined
  }
}

export function writeSentMarker(formId: string, key: string) {
  try {
    localStorage.setItem(nameOf(formId), JSON.stringify({ key, at: Date.now() }))
  } catch {
    // Without storage the receipt is reachable by its link.
  }
}

export function clearSentMarker(formId: string) {
  try {
    localStorage.removeItem(nameOf(formId))
  } catch {
    // Without storage no marker exists that could be removed.
  }
}
