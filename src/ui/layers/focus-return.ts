import type { KeyboardEvent } from 'react'

type Anchor = HTMLElement | null
type Change = { event: Event; cancel: () => void }

const stops = 'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select, textarea, [tabindex="0"]'

/** What hangs from a button stands at the end of the document. For Tab it stands where its button does: after its last stop comes what
 * comes after the button, before its first one the button itself. */
export function tabOutOfPopup(event: KeyboardEvent<HTMLElement>, anchor: Anchor, close: () => void) {
  if (event.key !== 'Tab' || event.defaultPrevented) return
  const inside = [...event.currentTarget.querySelectorAll<HTMLElement>(stops)].filter(
    (stop) => stop.tabIndex >= 0 && stop.checkVisibility(),
  )
  const edge = event.shiftKey ? inside[0] : inside.at(-1)
  const isAtEdge = !edge || edge === event.target || event.target === (event.shiftKey ? event.currentTarget : edge)
  if (!isAtEdge) return
  anchor?.focus()
  if (event.shiftKey) event.preventDefault()
  close()
}

/** The button closes what hangs from it by its own click: closed by the press already, the click would open it again. */
export function keepOpenForTrigger({ event, cancel }: Change, anchor: Anchor): boolean {
  const to = event instanceof FocusEvent ? event.relatedTarget : event.target
  const isOnButton = event.type !== 'keydown' && to instanceof Node && anchor?.contains(to) === true
  if (isOnButton) cancel()
  return isOnButton
}

/** Where the focus goes when what hangs from a button is gone: to the button, unless it has gone elsewhere meanwhile, as into the dialog
 * that an item opened, or onwards by Tab. */
export function finalFocus(popup: string, anchor: Anchor): Anchor | false {
  const { activeElement, body } = document
  const isElsewhere =
    activeElement !== null && activeElement !== body && !document.getElementById(popup)?.contains(activeElement)
  return isElsewhere ? false : anchor
}
