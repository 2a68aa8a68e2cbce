/** Drops files onto an element, or pastes them into it, with text if given. Returns whether the page handled the event. */
export function giveFiles(how: 'drop' | 'paste', target: Element, files: readonly File[], text?: string): boolean {
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  if (text !== undefined) data.setData('text/plain', text)
  const init = { bubbles: true, cancelable: true }
  const event =
    how === 'drop'
      ? new DragEvent('drop', { ...init, dataTransfer: data })
      : new ClipboardEvent('paste', { ...init, clipboardData: data })
  target.dispatchEvent(event)
  return event.defaultPrevented
}
