// An explicit sign-out applies to every tab; an expired session does not. The auth client sends other tabs the same
// event for both.
const MARK = 'signed-out-on-purpose'

/** Marks an explicit sign-out for all tabs of this browser, until the next sign-in. */
export function signOutMarker(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  let here = false
  let endedHere: string | undefined
  return {
    isSet() {
      try {
        return here || storage().getItem(MARK) !== null
      } catch {
        return here
      }
    },
    /** Whether this session was ended by the latest explicit sign-out, in this tab or in another. */
    hasEnded(sessionId: string) {
      try {
        return endedHere === sessionId || storage().getItem(MARK) === sessionId
      } catch {
        return endedHere === sessionId
      }
    },
    set(isOn: boolean, endedSessionId?: string) {
      here = isOn
      endedHere = isOn ? endedSessionId : undefined
      try {
        if (isOn) storage().setItem(MARK, endedSessionId ?? '1')
        else storage().removeItem(MARK)
      } catch {
        // Without storage, other tabs do not share this session either.
      }
    },
  }
}
