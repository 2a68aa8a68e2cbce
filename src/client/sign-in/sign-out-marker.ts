// An explicit sign-out applies to every tab; an expired session does not. The auth client sends other tabs the same event for both.
const MARK = 'signed-out-on-purpose'

/** Marks an explicit sign-out for all tabs of this browser, until the next sign-in. */
export function signOutMarker(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  let here = false
  return {
    isSet() {
      try {
        return here || storage().getItem(MARK) !== null
      } catch {
        return here
      }
    },
    set(isOn: boolean) {
      here = isOn
      try {
        if (isOn) storage().setItem(MARK, '1')
        else storage().removeItem(MARK)
      } catch {
        // Without storage, other tabs do not share this session either.
      }
    },
  }
}
