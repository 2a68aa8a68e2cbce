// Keyboard order against the order on screen.
import { userEvent } from 'vitest/browser'

/** The tops of what Tab reaches in the record, in the order of Tab. Sticky and floating parts are outside of it. */
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
