import { useState } from 'react'

/**
 * Runs one action at a time and returns the running one. Calls during a running action are dropped and resolve to
 * undefined.
 */
export function singleFlight<Name extends string>(onChange: (running: Name | undefined) => void) {
  let isBusy = false
  return async function run<Answer>(name: Name, act: () => Promise<Answer>): Promise<Answer | undefined> {
    if (isBusy) return undefined
    isBusy = true
    onChange(name)
    try {
      return await act()
    } finally {
      isBusy = false
      onChange(undefined)
    }
  }
}

/** `running` is the action in progress. Shortcuts and repeated clicks are dropped until it ends. */
export function useSingleFlight<Name extends string>() {
  const [running, setRunning] = useState<Name>()
  const [run] = useState(() => singleFlight<Name>(setRunning))
  return { running, run }
}
