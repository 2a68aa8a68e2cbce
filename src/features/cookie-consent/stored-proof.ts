// The number under which the server took down the choice of this browser: what a person can point at.
const key = 'cookie-consent-id'

export function keptProof(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function keepProof(id: string) {
  try {
    localStorage.setItem(key, id)
  } catch {
    // Without it the choice still holds; only the person cannot point at its record.
  }
}
