// Who comes back to a list finds it where they left it.
import { type RefObject, useEffect, useRef } from 'react'

const places = new Map<string, number>()

/** Remembers how far the box (or, when it does not scroll itself, the page) was scrolled, and goes back there once there are rows. */
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
    // After the shell, which starts every screen at its top.
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
