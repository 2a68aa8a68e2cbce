// Auto-scroll near the edges of the board, a column and the window while a card is dragged.

const EDGE_PX = 56
const SPEED_PX = 12

/** Scrolls the board, and the column under the pointer or else the page, by one frame. Speed grows towards the edge. */
export function scrollNearEdge(board: HTMLElement, lane: HTMLElement | undefined, x: number, y: number) {
  const { left, right } = board.getBoundingClientRect()
  const column = verticalScroller(lane)
  const { top, bottom } =
    column === document.scrollingElement ? { top: 0, bottom: window.innerHeight } : column.getBoundingClientRect()
  const sideways = pull(x, Math.max(left, 0), Math.min(right, window.innerWidth))
  const down = pull(y, Math.max(top, 0), Math.min(bottom, window.innerHeight))
  if (sideways) board.scrollLeft += sideways
  if (down) column.scrollTop += down
}

function verticalScroller(lane: HTMLElement | undefined): Element {
  const list = lane?.querySelector('[data-scroller]')
  return list && list.scrollHeight > list.clientHeight ? list : document.scrollingElement!
}

/** The scroll speed: negative near the start edge, positive near the end edge, 0 in between. */
function pull(at: number, first: number, last: number): number {
  const edge = Math.min(EDGE_PX, (last - first) / 4)
  if (at < first + edge) return -SPEED_PX * Math.min(1, (first + edge - at) / edge)
  if (at > last - edge) return SPEED_PX * Math.min(1, (at - last + edge) / edge)
  return 0
}
