import type { KeyboardEvent } from 'react'

/** Moves focus to the same column of an adjacent row on arrow keys. */
export function focusAdjacentRow(event: KeyboardEvent<HTMLElement>, body: HTMLElement | null) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const from = event.target instanceof Element && event.target.closest<HTMLElement>('[data-row]')
  if (!step || !from || event.target instanceof HTMLSelectElement) return
  const cell = (event.target as Element).closest('td, th')
  const at = [...from.children].indexOf(cell!)
  const next = body?.querySelector<HTMLElement>(`[data-row="${Number(from.dataset['row']) + step}"]`)
  const goal = next?.children[at]?.querySelector<HTMLElement>('input, a, button')
  if (!goal) return
  event.preventDefault()
  goal.focus({ preventScroll: true })
  next!.scrollIntoView({ block: 'nearest' })
}
