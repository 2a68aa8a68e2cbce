import { useEffect, useEffectEvent } from 'react'

/** Ctrl+S saves. Ctrl+Z undoes an edit, except in a text field, which handles it natively. */
export function useBuilderKeys({ save, undo }: { save: () => void; undo: () => void }) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const isWriting = event.target instanceof Element && event.target.closest('input, textarea, select') !== null
    if (event.code === 'KeyS') save()
    else if (event.code === 'KeyZ' && !event.shiftKey && !isWriting) undo()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
