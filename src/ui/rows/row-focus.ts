// Moves the focus when the focused row is removed from a list.
import { type FocusEvent, useLayoutEffect, useRef } from 'react'

type Place = {
  /** Selector of the rows. */
  rows: string
  /** Selector of the container, which stays mounted when rows are removed. */
  within: string
  /** Selector of the fallback focus target when no row is left. */
  fallback?: string
}

/**
 * When the focused row unmounts, focuses the same control of a neighbouring row, the next one first, else the list's heading. Popups opened
 * from the row count as part of it. Spread the result on the row element.
 */
export function useRowFocus<Row extends HTMLElement>({ rows, within, fallback = 'h1, h2, h3' }: Place) {
  const row = useRef<Row>(null)
  const focused = useRef({ isHere: false, control: null as Element | null })

  useLayoutEffect(() => {
    const element = row.current
    const focus = focused.current
    return () => {
      const list = element?.closest(within)
      if (!element || !list || !focus.isHere) return
      const place = visibleIn(list, rows).indexOf(element)
      // Delayed, because a menu that closes with its row first returns the focus to its trigger, which was removed.
      setTimeout(() => {
        if (!list.isConnected || hasFocus()) return
        const remaining = visibleIn(list, rows)
        const next = remaining[Math.min(place, remaining.length - 1)]
        takeFocus(next ? matchingControl(next, focus.control) : (list.querySelector<HTMLElement>(fallback) ?? title()))
      })
    }
  }, [rows, within, fallback])

  return {
    ref: row,
    onFocus({ currentTarget, target }: FocusEvent<Row>) {
      focused.current.isHere = true
      if (currentTarget.contains(target)) focused.current.control = target
    },
    onBlur() {
      focused.current.isHere = false
    },
  }
}

/** Collapsed rows cannot take the focus. */
const visibleIn = (list: Element, rows: string) =>
  [...list.querySelectorAll<HTMLElement>(rows)].filter((row) => row.checkVisibility())

const hasFocus = () => document.activeElement !== null && document.activeElement !== document.body

/** The matching control in another row, else its first control. */
function matchingControl(row: HTMLElement, control: Element | null): HTMLElement | null {
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
