// Scroll restoration of a list.
import { type RefObject, useEffect, useRef } from 'react'

const places = new Map<string, number>()

/** Stores the scroll offset of the box, or of the page if the box does not scroll. Restores it once rows are loaded. */
export function useScrollRestoration(key: string, box: RefObject<HTMLElement | null>, isReady: boolean) {
  const isBack = useRef(false)
  useEffect(() => {
    function note() {
      if (!isBack.current) return
      places.set(key, Math.max(box.current?.scrollTop ?? 0, scrollY))
    }
    addEventListener('scroll', note, { capture: true, passive: true })
    return () => removeEventListener('scroll', note, { capture: true })
  }, [key, box])

  useEffect(() => {
    if (!isReady || isBack.current) return
    // Runs after the shell's own scroll to top.
    const frame = requestAnimationFrame(() => {
      const place = places.get(key) ?? 0
      if (place > 0 && box.current) {
        box.current.scrollTop = place
        if (box.current.scrollTop === 0) scrollTo(0, place)
      }
      isBack.current = true
    })
    return () => cancelAnimationFrame(frame)
  }, [key, box, isReady])
}
