import { useEffect, useRef } from 'react'

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>
export type Shortcut = 'find' | 'help'

/** Which shortcut a key press is. By the place of the key where a letter is meant: on a Hebrew layout K is ל. */
export function shortcutOf({ key, code, ctrlKey, metaKey, altKey }: KeyPress, writing: boolean): Shortcut | undefined {
  if ((ctrlKey || metaKey) && !altKey && code === 'KeyK') return 'find'
  if (key === '?' && !writing && !ctrlKey && !metaKey && !altKey) return 'help'
  return undefined
}

const OFF = 'question-mark-off'

/** A plain character as a shortcut disturbs people who speak to their computer: they can do without it. */
export function questionMarkIsOn(): boolean {
  try {
    return localStorage.getItem(OFF) === null
  } catch {
    return true
  }
}

export function switchQuestionMark(isOn: boolean) {
  try {
    if (isOn) localStorage.removeItem(OFF)
    else localStorage.setItem(OFF, '1')
  } catch {
    // A browser that keeps nothing keeps the shortcut.
  }
}

/** Runs `act` when the shortcut is pressed anywhere, except where a character would be typed or a dialog is open. */
export function useShortcut(wanted: Shortcut, act: () => void) {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const writing =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, [contenteditable="true"]') !== null
      if (event.defaultPrevented || shortcutOf(event, writing) !== wanted) return
      if (wanted === 'help' && !questionMarkIsOn()) return
      // Another window in front has the floor; the finder itself may close by its own key.
      const inFront = document.querySelector('.dialog, .palette')
      if (inFront && !(wanted === 'find' && inFront.classList.contains('palette'))) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [wanted])
}
