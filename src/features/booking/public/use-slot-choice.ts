// Client-side choice of day and slot: months, time zone and duration, each with the free slots from the server.
import { useCallback, useRef, useState } from 'react'
import { dayIn } from '#lib/time/zoned-time.ts'
import type { PickView } from './booking-view.ts'
import { firstFreeDay, monthSpan, nearestTo, startsByDay } from './free-days.ts'
import { searchSlots } from './public-booking.data.ts'
import { type FetchSlots, useFreeSlots } from './use-free-slots.ts'

const dayMs = 86_400_000

/** A taken start, and the nearest free ones from the response that refused it. */
type UnavailableSlot = { start: number | undefined; nearest?: readonly number[] }

/** A single change of the selection. */
export type SlotChoice = { month?: string; day?: string; zone?: string; minutes?: number }

/** The selected day and slot. `isActive`: the slots are visible. */
export function useSlotChoice<View extends PickView>(first: View, isActive: boolean) {
  const { typeId, root, backendKey } = first
  const [zone, setZone] = useState(first.zone)
  const [minutes, setMinutes] = useState(first.minutes)
  const [month, setMonth] = useState(first.month)
  const [day, setDay] = useState(first.day)
  const [start, setStart] = useState(first.start)
  const [taken, setTaken] = useState<UnavailableSlot | undefined>(first.isTaken ? { start: first.start } : undefined)

  const ask = useCallback<FetchSlots>(
    (span) => searchSlots(backendKey, { typeId, minutes, zone, root, ...span }),
    [backendKey, typeId, minutes, zone, root],
  )
  const { free, isLoading, load, refresh, replace } = useFreeSlots(first.free, ask, isActive)

  // A late response does not override what was selected since.
  const choices = useRef(0)

  function showDay(one: string | undefined) {
    setDay(one)
    if (one) setMonth(one)
  }

  async function showMonth(to: string) {
    setMonth(`${to.slice(0, 7)}-01`)
    const choice = choices.current
    // One extra day on both sides: the month may begin earlier or end later in the visitor's zone.
    const span = monthSpan(to)
    const from = Math.max(Date.parse(span.first) - dayMs, Date.now())
    const until = Date.parse(span.next) + dayMs
    let shown = free
    if (until > shown.until) shown = await load(shown.until, until)
    // A page that started at a later month has not loaded the earlier months.
    if (from < shown.from) shown = await load(from, shown.from)
    if (choice === choices.current) setDay(firstFreeDay(startsByDay(shown.starts, zone), to))
  }

  async function changeMinutes(to: number) {
    setMinutes(to)
    const choice = choices.current
    const found = await searchSlots(backendKey, { typeId, minutes: to, zone, root, from: free.from, until: free.until })
    if (!found) return
    replace(found)
    if (choice === choices.current) showDay(firstFreeDay(startsByDay(found.starts, zone)))
  }

  async function choose(selected: SlotChoice) {
    choices.current++
    setTaken(undefined)
    if (selected.zone) {
      const shown = startsByDay(free.starts, zone).get(day ?? '')?.[0]
      setZone(selected.zone)
      if (shown !== undefined) showDay(dayIn(selected.zone, shown))
      return
    }
    setStart(undefined)
    if (selected.day) showDay(selected.day)
    if (selected.month) await showMonth(selected.month)
    if (selected.minutes) await changeMinutes(selected.minutes)
  }

  /** Selects a start, also on a day other than the displayed one. */
  function chooseStart(at: number) {
    choices.current++
    setStart(at)
    showDay(dayIn(zone, at))
  }

  const view: View = { ...first, free, zone, minutes, month, day, start, isTaken: taken !== undefined }
  return { view, nearest: instead(taken, free.starts), isLoading, choose, chooseStart, setTaken, refresh }
}

function instead(taken: UnavailableSlot | undefined, free: readonly number[]): readonly number[] {
  if (taken?.start === undefined) return []
  return taken.nearest?.length ? taken.nearest : nearestTo(free, taken.start)
}
