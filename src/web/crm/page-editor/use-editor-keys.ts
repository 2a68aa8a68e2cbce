import { useEffect } from 'react'
import { isDialogOpen } from '#ui/layers/is-dialog-open.ts'

/** Ctrl+S saves; Ctrl+Z undoes an edit unless a text field handles it. */
export function useEditorKeys({ save, undo }: { save: () => void; undo: () => void }) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isDialogOpen()) return
      const isWriting =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, [contenteditable="true"]') !== null
      if (event.code === 'KeyS') save()
      else if (event.code === 'KeyZ' && !event.shiftKey && !isWriting) undo()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
