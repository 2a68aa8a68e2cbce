import type { AppEventBus, Notice } from '#client/app-events.ts'
import type { ErrorReport } from '#client/errors.ts'

type Readers = {
  /** Sends a report to the server. */
  send: (report: ErrorReport) => void
  /** Shows a text to the user. */
  show: (notice: Notice) => void
  /** Removes a shown notice. */
  hide: (id: string) => void
}

/** Subscribers of the event bus: error reports go to the server, notices to the toast, until the user signs out. */
export function readEvents(events: Pick<AppEventBus, 'on'>, { send, show, hide }: Readers) {
  const shown = new Set<string>()
  events.on('error.reported', ({ data }) => send(data))
  events.on('notice', ({ data }) => {
    shown.add(data.id)
    show(data)
  })
  // A notice contains names of records, so it is hidden at sign-out.
  events.on('session.changed', ({ data }) => {
    if (data.event !== 'SIGNED_OUT') return
    for (const id of shown) hide(id)
    shown.clear()
  })
}
