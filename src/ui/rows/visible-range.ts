// Which part of a long list is on the screen, for lists that draw only that part.
import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/** In pixels from where the list begins; `bottom` is never above `top`. */
export type VisibleRange = { top: number; bottom: number }

/**
 * Says what the screen shows of `list` before it is first painted, then once a frame while that may change: when a box around it or the
 * page is scrolled, a size changes, or `anew` is another value. The box it scrolls in is the nearest one marked `data-scroller`, or the page.
 */
export function useVisibleRange(
  list: RefObject<HTMLElement | null>,
  anew: unknown,
  onSeen: (seen: VisibleRange, list: HTMLElement) => void,
) {
  const seen = useEffectEvent(onSeen)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return undefined
    const look = () => seen(visibleRangeOf(element), element)
    let frame = 0
    const soon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    const onScroll = ({ target }: Event) => target instanceof Node && target.contains(element) && soon()
    look()
    // Caught on the way down: a box that scrolls does not tell its parents.
    addEventListener('scroll', onScroll, { capture: true, passive: true })
    addEventListener('resize', soon)
    const observer = new ResizeObserver(soon)
    observer.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll, { capture: true })
      removeEventListener('resize', soon)
      observer.disconnect()
    }
  }, [list, anew])
}

function visibleRangeOf(list: HTMLElement): VisibleRange {
  const box = list.closest<HTMLElement>('[data-scroller]')?.getBoundingClientRect()
  const start = list.getBoundingClientRect().top
  const top = Math.max(0, box?.top ?? 0) - start
  return { top, bottom: Math.max(top, Math.min(innerHeight, box?.bottom ?? innerHeight) - start) }
}
