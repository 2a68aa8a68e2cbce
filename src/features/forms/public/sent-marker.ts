// What this device has sent, for forms that a person answers once and for those whose answers can be changed.

export type SentMarker = { key: string; at: number }

const nameOf = (formId: string) => `form-sent-${formId}`
const lasts = 30 * 86_400_000

/** Undefined without storage, too. */
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
    // Without storage the receipt is found by its link.
  }
}

export function clearSentMarker(formId: string) {
  try {
    localStorage.removeItem(nameOf(formId))
  } catch {
    // Without storage there is nothing to clear.
  }
}
