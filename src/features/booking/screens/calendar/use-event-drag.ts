// Drags an appointment in the grid in steps of 15 minutes. By keyboard, it is rescheduled in its dialog.
import { type CSSProperties, type PointerEvent, type RefObject, useRef, useState } from 'react'
import type { AppointmentOfDay } from './appointment-texts.ts'
import type { GridColumn } from './grid-column.ts'

const stepMinutes = 15
/** Movement below this threshold is a click. */
const threshold = 6

type Parts = {
  grid: RefObject<HTMLElement | null>
  firstMinute: number
  lastMinute: number
  columns: readonly GridColumn[]
  onMove: (appointment: AppointmentOfDay, column: GridColumn, minutes: number) => void
  onOpen: (id: string) => void
}

type Drag = { id: string; x: number; y: number; dx: number; dy: number; isMoving: boolean }

const movable = new Set(['confirmed', 'pending', 'awaiting_payment'])

export function useEventDrag({ grid, firstMinute, lastMinute, columns, onMove, onOpen }: Parts) {
  const [drag, setDrag] = useState<Drag>()
  // Suppresses the click event after a drag.
  const hasMoved = useRef(false)

  /** The time at the top edge of the dragged appointment. */
  function target(
    appointment: AppointmentOfDay,
    { x, dy }: Drag,
    clientX: number,
  ): { column: GridColumn; minutes: number } | undefined {
    const days = [...(grid.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]
    const day = days.find((one) => {
      const { left, right } = one.getBoundingClientRect()
      return clientX >= left && clientX < right
    })
    const column = columns.find(({ key }) => key === day?.dataset['column'])
    if (!day || !column || x === undefined) return undefined
    const perMinute = day.getBoundingClientRect().height / (lastMinute - firstMinute)
    const moved = appointment.start + dy / perMinute
    const length = appointment.end - appointment.start
    const minutes = Math.round(moved / stepMinutes) * stepMinutes
    return { column, minutes: Math.max(firstMinute, Math.min(lastMinute - length, minutes)) }
  }

  const handlers = (appointment: AppointmentOfDay) => ({
    onClick: () => {
      if (!hasMoved.current) onOpen(appointment.id)
      hasMoved.current = false
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      hasMoved.current = false
      if (event.button !== 0 || event.pointerType === 'touch' || !movable.has(appointment.status)) return
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ id: appointment.id, x: event.clientX, y: event.clientY, dx: 0, dy: 0, isMoving: false })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (drag?.id !== appointment.id) return
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y]
      setDrag({ ...drag, dx, dy, isMoving: drag.isMoving || Math.hypot(dx, dy) > threshold })
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (drag?.id !== appointment.id) return
      setDrag(undefined)
      if (!drag.isMoving) return
      hasMoved.current = true
      const place = target(appointment, { ...drag, dy: event.clientY - drag.y }, event.clientX)
      if (place) onMove(appointment, place.column, place.minutes)
    },
    onPointerCancel: () => setDrag(undefined),
    onKeyDown: (event: { key: string }) => event.key === 'Escape' && setDrag(undefined),
  })
  const styleOf = (id: string): CSSProperties =>
    drag?.id === id && drag.isMoving ? { translate: `${drag.dx}px ${drag.dy}px`, zIndex: 3, opacity: 0.85 } : {}
  return { handlers, styleOf }
}
