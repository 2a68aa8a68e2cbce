import { useEffect, useRef } from 'react'

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>
export type Shortcut = 'find' | 'help' | 'new-opportunity'

/** The shortcut of a key event. Letters are matched by `event.code`: on a Hebrew layout K is ל. */
export function shortcutOf({ key, code, ctrlKey, metaKey, altKey }: KeyPress, writing: boolean): Shortcut | undefined {
  if ((ctrlKey || metaKey) && !altKey && code === 'KeyK') return 'find'
  // With Alt the shortcut works while typing, and is not a single-character shortcut.
  if (altKey && !ctrlKey && !metaKey && code === 'KeyN') return 'new-opportunity'
  if (key === '?' && !writing && !ctrlKey && !metaKey && !altKey) return 'help'
  return undefined
}

const OFF = 'question-mark-off'

/** Single-character shortcuts interfere with speech input, so this one can be switched off. */
export function isQuestionMarkEnabled(): boolean {
  try {
    return localStorage.getItem(OFF) === null
  } catch {
    return true
  }
}

export function setQuestionMarkEnabled(isOn: boolean) {
  try {
    if (isOn) localStorage.removeItem(OFF)
    else localStorage.setItem(OFF, '1')
  } catch {
    // Without local storage the shortcut stays enabled.
  }
}

/** Runs `act` on the shortcut, except in text fields and open dialogs. */
export function useShortcut(shortcut: Shortcut, act: () => void) {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const writing =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, [contenteditable="true"]') !== null
      if (event.defaultPrevented || shortcutOf(event, writing) !== shortcut) return
      if (shortcut === 'help' && !isQuestionMarkEnabled()) return
      // An open dialog handles the keys itself; of the shortcuts only that of the command palette closes the palette.
      const inFront = document.querySelector('.dialog, .palette')
      if (inFront && !(shortcut === 'find' && inFront.classList.contains('palette'))) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [shortcut])
}
