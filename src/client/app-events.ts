// The events of the signed-in app's event bus.
import type { AuthChangeEvent } from '@supabase/supabase-js'
import type { EventBus } from '#lib/event-bus.ts'
import type { ErrorReport } from './errors.ts'

/** A toast that no action on the current screen caused. A toast with the same id replaces the previous one. */
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
