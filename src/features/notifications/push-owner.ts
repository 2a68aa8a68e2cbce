// Records which user enabled push in this browser. It is disabled when another user signs in.
const key = 'push-owner'

/** The user who enabled push in this browser; undefined if no user did, or if local storage is unavailable. */
export function readPushOwner(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

export function writePushOwner(userId: string | undefined): void {
  try {
    if (userId === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, userId)
  } catch {
    // Without local storage, push is disabled only on sign-out.
  }
}
