// Scroll restoration of a list.
import { type RefObject, useCallback, useEffect, useRef } from 'react'

const places = new Map<string, number>()

/** Stores the scroll offset of the box, or of the page if the box does not scroll. Restores it once rows are loaded. */
export function useScrollRestoration(key: string, box: RefObject<HTMLElement | null>, isReady: boolean) {
  const isBack = useRef(false)
  const note = useCallback(() => {
    if (isBack.current) places.set(key, Math.max(box.current?.scrollTop ?? 0, scrollY))
  }, [key, box])
  useEffect(() => {
    addEventListener('scroll', note, { capture: true, passive: true })
    return () => removeEventListener('scroll', note, { capture: true })
  }, [note])

  useEffect(() => {
    if (!isReady || isBack.current) return
    // Runs after the shell has scrolled to the top, and again while rows are being laid out.
    let frame = 0
    let framesLeft = 120
    function restore() {
      const place = places.get(key) ?? 0
      if (scrollTo(box.current, place) || framesLeft === 0) {
        isBack.current = true
        // The user may have scrolled before the restoration ended.
        note()
      } else frame = requestAnimationFrame(restore)
      framesLeft -= 1
    }
    frame = requestAnimationFrame(restore)
    return () => cancelAnimationFrame(frame)
  }, [key, box, isReady, note])
}

/** Scrolls the box, or the page if the box does not scroll. Returns whether the position was reached: a short list cannot scroll to it. */
function scrollTo(box: HTMLElement | null, place: number): boolean {
  if (place === 0 || !box) return true
  box.scrollTop = place
  if (box.scrollTop === 0) window.scrollTo(0, place)
  return Math.max(box.scrollTop, window.scrollY) >= Math.floor(place)
}
