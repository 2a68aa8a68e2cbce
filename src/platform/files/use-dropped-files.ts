// Files dropped or pasted onto a part of a screen, as an alternative to the file picker.
import { type ClipboardEvent, type DragEvent, useState } from 'react'

/**
 * Handlers for the drop target, and whether files are dragged over it. Dragged and pasted text is left to the browser. While disabled, the
 * pointer shows that files cannot be dropped, and pasting is left to the browser.
 */
export function useDroppedFiles(onFiles: (files: File[]) => void, { disabled = false } = {}) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        // By default the browser would replace the page with the file.
        if (disabled) event.dataTransfer.dropEffect = 'none'
        setOver(!disabled)
      },
      onDragLeave(event: DragEvent) {
        const to = event.relatedTarget
        if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(false)
      },
      onDrop(event: DragEvent) {
        setOver(false)
        const files = [...event.dataTransfer.files]
        if (files.length === 0) return
        event.preventDefault()
        if (!disabled) onFiles(files)
      },
      onPaste(event: ClipboardEvent) {
        const files = [...event.clipboardData.files]
        // Spreadsheet cells are copied both as text and as an image.
        if (disabled || files.length === 0 || event.clipboardData.types.includes('text/plain')) return
        event.preventDefault()
        onFiles(files)
      },
    },
  }
}
