/** Parameters of an email or OAuth link in the URL, read before the auth client removes them. */
export type AuthLanding = { recovering: boolean; errorCode?: string }

export function readLanding(address: string): AuthLanding {
  const url = new URL(address)
  const brought = new URLSearchParams(url.hash.slice(1))
  const errorCode = brought.get('error_code') ?? brought.get('error') ?? undefined
  return { recovering: brought.get('type') === 'recovery' && !errorCode, ...(errorCode && { errorCode }) }
}

const MARK = 'choosing-a-new-password'

/** Marks the tab as in password recovery: a reload must not skip the new password form. */
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
        // Without storage the mark is lost on reload; the user can request another link.
      }
    },
  }
}
