import type { AppEventBus, Notice } from '#client/app-events.ts'
import type { ErrorReport } from '#client/errors.ts'

type Readers = {
  /** Sends a report to the server. */
  send: (report: ErrorReport) => void
  /** Shows a text to the user. */
  show: (notice: Notice) => void
  /** Removes a shown toast. */
  hide: (id: string) => void
}

/**
 * Subscribers of the event bus: error reports are sent to the server, and notices are shown as toasts until the user
 * signs out.
 */
export function readEvents(events: Pick<AppEventBus, 'on'>, { send, show, hide }: Readers) {
  const shown = new Set<string>()
  events.on('error.reported', ({ data }) => send(data))
  events.on('notice', ({ data }) => {
    shown.add(data.id)
    show(data)
  })
  // A toast may contain names of records, so it is hidden at sign-out.
  events.on('session.changed', ({ data }) => {
    if (data.event !== 'SIGNED_OUT') return
    for (const id of shown) hide(id)
    shown.clear()
  })
}
