// The user who switched push on in this browser. Another user who signs in here ends it.
const key = 'push-owner'

/** Undefined without one, and in a browser that refuses storage. */
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
    // Without storage only the sign-out ends push.
  }
}
