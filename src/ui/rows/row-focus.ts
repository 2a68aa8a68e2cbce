// Where the keyboard stands when the row that it stood on has left the list.
import { type FocusEvent, useLayoutEffect, useRef } from 'react'

type Place = {
  /** Which elements are the rows, as a selector. */
  rows: string
  /** The element that holds them all and stays when the last one has left. */
  within: string
  /** What takes the focus when no row is left. */
  otherwise?: string
}

/**
 * Hands the focus on when the row that holds it leaves: to the same control of the row that follows, else of the one before, else to the
 * heading of the list. What hangs from the row, a menu or a window, counts as a part of it. Spread the answer on the row.
 */
export function useRowFocus<Row extends HTMLElement>({ rows, within, otherwise = 'h1, h2, h3' }: Place) {
  const row = useRef<Row>(null)
  const held = useRef({ isHere: false, control: null as Element | null })

  useLayoutEffect(() => {
    const element = row.current
    const focus = held.current
    return () => {
      const list = element?.closest(within)
      if (!element || !list || !focus.isHere) return
      const place = seenIn(list, rows).indexOf(element)
      // A menu that closes with its row gives the focus back first, to a button that is gone.
      setTimeout(() => {
        if (!list.isConnected || isHeld()) return
        const left = seenIn(list, rows)
        const next = left[Math.min(place, left.length - 1)]
        takeFocus(next ? likeness(next, focus.control) : (list.querySelector<HTMLElement>(otherwise) ?? title()))
      })
    }
  }, [rows, within, otherwise])

  return {
    ref: row,
    onFocus({ currentTarget, target }: FocusEvent<Row>) {
      held.current.isHere = true
      if (currentTarget.contains(target)) held.current.control = target
    },
    onBlur() {
      held.current.isHere = false
    },
  }
}

/** What is folded away holds no focus. */
const seenIn = (list: Element, rows: string) =>
  [...list.querySelectorAll<HTMLElement>(rows)].filter((row) => row.checkVisibility())

const isHeld = () => document.activeElement !== null && document.activeElement !== document.body

/** The control that looks the same in another row; a row of another kind offers its first. */
function likeness(row: HTMLElement, control: Element | null): HTMLElement | null {
  const controls = [...row.querySelectorAll<HTMLElement>('button, a[href], input, select, textarea')]
  const same = controls.find((one) => one.tagName === control?.tagName && one.className === control.className)
  return same ?? controls[0] ?? null
}

const title = () => document.querySelector<HTMLElement>('main h1')

function takeFocus(element: HTMLElement | null) {
  if (!element) return
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus()
}
