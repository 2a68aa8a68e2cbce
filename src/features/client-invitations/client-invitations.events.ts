// Names and payloads of the events of portal invitations. Emitted by the module's functions.
import { z } from '#lib/schema.ts'
import type { EventDeclarations } from '#platform/events/events.ts'

/** @public A test compares them with what the database writes. */
const Invitation = z.strictObject({ owner_id: z.uuid().optional() })

export const events = {
  'client.invited': { label: 'נשלחה הזמנה לאזור האישי', payload: Invitation },
  'client.accepted': { label: 'הצטרפו לאזור האישי', payload: Invitation },
} as const satisfies EventDeclarations
