/** What a link from a mail (or from Google) brought along in the address, read before the auth client clears it. */
export type AuthLanding = { recovering: boolean; errorCode?: string }

export function readLanding(address: string): AuthLanding {
  const url = new URL(address)
  const brought = new URLSearchParams(url.hash.slice(1))
  const errorCode = brought.get('error_code') ?? brought.get('error') ?? undefined
  return { recovering: brought.get('type') === 'recovery' && !errorCode, ...(errorCode && { errorCode }) }
}

const MARK = 'choosing-a-new-password'

/** Remembers, until the tab is closed, that a reset link was opened: a reload must not lead past the new password. */
export function recoveryMark(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  return {
    isSet() {
      try {
        return storage().getItem(MARK) !== null
      } catch {
        return false
      }
    },
    set(isOn: boolean) {
      try {
        if (isOn) storage().setItem(MARK, '1')
        else storage().removeItem(MARK)
      } catch {
        // A browser that keeps nothing forgets this on a reload; the link can be asked for again.
      }
    },
  }
}
