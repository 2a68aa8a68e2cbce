import { useEffect } from 'react'
import { closeMessage } from '../embed-code.ts'

/** Escape is pressed inside the frame, so the popup around it does not get the key. */
export function useFrameEscape() {
  useEffect(() => {
    if (window.parent === window) return undefined
    const pressed = ({ key, defaultPrevented }: KeyboardEvent) => {
      // It says nothing about the form, so any site may read it.
      if (key === 'Escape' && !defaultPrevented) window.parent.postMessage(closeMessage, '*')
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
}
