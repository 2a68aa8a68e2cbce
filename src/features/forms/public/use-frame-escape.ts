import { useEffect } from 'react'
import { closeMessage } from '../embed-code.ts'

/** Reports Escape to the surrounding popup, which does not receive the key events of the iframe. */
export function useFrameEscape() {
  useEffect(() => {
    if (window.parent === window) return undefined
    const pressed = ({ key, defaultPrevented }: KeyboardEvent) => {
      // The message contains no form data, so any origin may receive it.
      if (key === 'Escape' && !defaultPrevented) window.parent.postMessage(closeMessage, '*')
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
}
