import { useRef, useState } from 'react'

/** One deed at a time, busy from its first moment to its last: a second click while it is under way does nothing. `busy` names it. */
export function useOneDeed<Name extends string>() {
  const [busy, setBusy] = useState<Name>()
  const isBusy = useRef(false)

  async function run(name: Name, deed: () => Promise<unknown>) {
    if (isBusy.current) return
    isBusy.current = true
    setBusy(name)
    try {
      await deed()
    } finally {
      isBusy.current = false
      setBusy(undefined)
    }
  }
  return { busy, run }
}
