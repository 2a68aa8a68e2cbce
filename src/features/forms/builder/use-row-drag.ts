// Drags a question by its handle, with mouse, pen or touch.
import { type PointerEvent, type RefObject, useState } from 'react'

export type DropTarget = { page: string; before: string | null }

/** Drags rows with `data-field` between pages with `data-page`. `place` is the drop position. */
export function useRowDrag(list: RefObject<HTMLElement | null>, onDrop: (field: string, place: DropTarget) => void) {
  const [dragged, setDragged] = useState<string>()
  const [place, setPlace] = useState<DropTarget>()
  const end = () => {
    setDragged(undefined)
    setPlace(undefined)
  }
  const handle = (field: string) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged(field)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (dragged !== field) return
      scrollNearEdge(event.clientY)
      setPlace(placeUnder(list.current, event.clientY))
    },
    onPointerUp() {
      if (dragged === field && place && place.before !== field) onDrop(field, place)
      end()
    },
    onPointerCancel: end,
    onLostPointerCapture: end,
  })
  return { dragged, place, handle }
}

/** The position before the first row whose middle is below the pointer, within the page under it. */
function placeUnder(list: HTMLElement | null, y: number): DropTarget | undefined {
  const pages = [...(list?.querySelectorAll<HTMLElement>('[data-page]') ?? [])]
  const page = pages.findLast((one) => one.getBoundingClientRect().top <= y) ?? pages[0]
  if (!page) return undefined
  const below = [...page.querySelectorAll<HTMLElement>('[data-field]')].find((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2 > y
  })
  return { page: page.dataset['page']!, before: below?.dataset['field'] ?? null }
}

const edgePx = 64
const stepPx = 12

function scrollNearEdge(y: number) {
  if (y < edgePx * 2) window.scrollBy(0, -stepPx)
  else if (y > window.innerHeight - edgePx) window.scrollBy(0, stepPx)
}
