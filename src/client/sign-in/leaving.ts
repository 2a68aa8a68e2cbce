// Signing out is meant for every tab; a session that ends by itself is not. The auth client tells the other tabs the same of both.
const MARK = 'signed-out-on-purpose'

/** Remembers for all tabs of this browser that somebody has signed out, until somebody signs in. */
export function leavingMark(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
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
        // Where nothing is kept, no other tab has this session either.
      }
    },
  }
}
