// The events of the signed-in app. What happened is emitted here; its readers decide what to do with it.
import type { AuthChangeEvent } from '@supabase/supabase-js'
import type { EventBus } from '#lib/event-bus.ts'
import type { ErrorReport } from './errors.ts'

/** A text for the user that no action of this screen caused. The same id replaces the previous text. */
export type Notice = {
  id: string
  kind: 'info' | 'error'
  text: string
  title?: string
  action?: { text: string; run: () => void }
}

export type AppEvents = {
  'session.changed': { event: AuthChangeEvent }
  'error.reported': ErrorReport
  notice: Notice
}
export type AppEventBus = EventBus<AppEvents>
