import { useState } from 'react'

/** Does one thing at a time and says which: what is asked for while another is under way is passed over, and answers undefined. */
export function singleFlight<Thing extends string>(onChange: (doing: Thing | undefined) => void) {
  let isBusy = false
  return async function once<Answer>(thing: Thing, act: () => Promise<Answer>): Promise<Answer | undefined> {
    if (isBusy) return undefined
    isBusy = true
    onChange(thing)
    try {
      return await act()
    } finally {
      isBusy = false
      onChange(undefined)
    }
  }
}

/** `doing` is what is under way. A shortcut, an Enter and a second click are as quiet meanwhile as the button that shows it. */
export function useSingleFlight<Thing extends string>() {
  const [doing, setDoing] = useState<Thing>()
  const [once] = useState(() => singleFlight<Thing>(setDoing))
  return { doing, once }
}
