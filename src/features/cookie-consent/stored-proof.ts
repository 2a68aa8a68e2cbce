// The id of this browser's server-side consent record, which the visitor can refer to.
const key = 'cookie-consent-id'

export function storedProofId(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function storeProofId(id: string) {
  try {
    localStorage.setItem(key, id)
  } catch {
    // Without it the choice still applies; only the record cannot be referenced.
  }
}
