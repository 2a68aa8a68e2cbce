import { notifyManager, type QueryClient } from '@tanstack/react-query'

const headings = 'h1, h2, h3'

/**
 * A retry removes its button, and the browser moves the focus to the document. Once no query is loading, the focus
 * moves to the button of the next failure or the heading of the content. It does not move if another element has it.
 * `box` contains the button.
 */
export function focusAfterRetry(box: Element, queries: QueryClient) {
  const around: Element[] = []
  for (let one = box.parentElement; one; one = one.parentElement) around.push(one)
  const before = new Set(document.querySelectorAll(headings))
  function settle() {
    if (queries.isFetching() > 0) return
    stop()
    if (box.isConnected || !around.includes(document.activeElement ?? document.body)) return
    const areas = around.filter((one) => one.isConnected)
    const again = areas[0]?.querySelector<HTMLElement>('.errbox button')
    if (again) return again.focus()
    const shown = areas.map(shownIn)
    const heading = shown[0]?.find((one) => !before.has(one)) ?? shown.flat()[0]
    if (!heading) return
    heading.tabIndex = -1
    heading.focus()
  }
  let events = 0
  // The cache reports a response before its observers, and the screen is rendered before the timer. On a busy device
  // the timer of an earlier event may fire before the rendering: only that of the last event counts.
  const stop = queries.getQueryCache().subscribe(() => {
    events += 1
    const event = events
    notifyManager.schedule(() => setTimeout(() => event === events && settle()))
  })
}

const shownIn = (area: Element) =>
  [...area.querySelectorAll<HTMLElement>(headings)].filter((heading) => heading.checkVisibility())
