// The visible range of a long list, for virtualised lists.
import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/** The visible range in pixels from the start of the list; `bottom` is never less than `top`. */
export type VisibleRange = { top: number; bottom: number }

/**
 * Reports the visible range of `list` before the first paint. Later at most once a frame, after a scroll, resize or change of `version`.
 * The scroll container is the nearest `[data-scroller]`, or the page.
 */
export function useVisibleRange(
  list: RefObject<HTMLElement | null>,
  version: unknown,
  onChange: (report: VisibleRange, list: HTMLElement) => void,
) {
  const report = useEffectEvent(onChange)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return undefined
    const measure = () => report(visibleRangeOf(element), element)
    let frame = 0
    const schedule = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    }
    const onScroll = ({ target }: Event) => target instanceof Node && target.contains(element) && schedule()
    measure()
    // Capture phase: scroll events do not bubble.
    addEventListener('scroll', onScroll, { capture: true, passive: true })
    addEventListener('resize', schedule)
    const observer = new ResizeObserver(schedule)
    observer.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll, { capture: true })
      removeEventListener('resize', schedule)
      observer.disconnect()
    }
  }, [list, version])
}

function visibleRangeOf(list: HTMLElement): VisibleRange {
  const box = list.closest<HTMLElement>('[data-scroller]')?.getBoundingClientRect()
  const start = list.getBoundingClientRect().top
  const top = Math.max(0, box?.top ?? 0) - start
  return { top, bottom: Math.max(top, Math.min(innerHeight, box?.bottom ?? innerHeight) - start) }
}
