import type { KeyboardEvent } from 'react'

type Anchor = HTMLElement | null
type Change = { event: Event; cancel: () => void }

const stops = 'a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select, textarea, [tabindex="0"]'

/**
 * Popups are rendered at the end of the document. Tab behaves as if they followed their trigger. From the last stop it moves to the element
 * after the trigger; Shift+Tab from the first stop moves to the trigger.
 */
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

/** Cancels a close caused by pressing the trigger: the click toggles the popup, and would reopen a closed one. */
export function keepOpenForTrigger({ event, cancel }: Change, anchor: Anchor): boolean {
  const to = event instanceof FocusEvent ? event.relatedTarget : event.target
  const isOnButton = event.type !== 'keydown' && to instanceof Node && anchor?.contains(to) === true
  if (isOnButton) cancel()
  return isOnButton
}

/**
 * The element to focus after a popup closes: the trigger, unless Tab or a dialog opened by an item has moved the focus.
 */
export function finalFocus(popup: string, anchor: Anchor): Anchor | false {
  const { activeElement, body } = document
  const isElsewhere =
    activeElement !== null && activeElement !== body && !document.getElementById(popup)?.contains(activeElement)
  return isElsewhere ? false : anchor
}
