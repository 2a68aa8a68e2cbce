// Compares the focus order with the visual order.
import { userEvent } from 'vitest/browser'

/** The top positions of the focusable elements of the record, in tab order. Sticky and floating parts are excluded. */
export async function topsByTab(start: HTMLElement, stops: number): Promise<{ top: number; name: string }[]> {
  start.focus()
  const found: { top: number; name: string }[] = []
  for (let i = 0; i < stops; i += 1) {
    await userEvent.tab()
    const at = document.activeElement!
    if (!at.closest('.record')) break
    found.push({ top: at.getBoundingClientRect().top + scrollY, name: at.getAttribute('aria-label') ?? at.textContent })
  }
  return found
}
