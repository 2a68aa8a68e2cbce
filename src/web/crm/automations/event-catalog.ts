// Every domain event that modules declare, with its Hebrew name.
import { events as booking } from '#features/booking/booking.events.ts'
import { events as automations } from '#features/automations/automations.events.ts'
import { events as clientInvitations } from '#features/client-invitations/client-invitations.events.ts'
import { events as calendar } from '#features/calendar/calendar.events.ts'
import { events as contacts } from '#features/contacts/contacts.events.ts'
import { events as forms } from '#features/forms/forms.events.ts'
import { events as leads } from '#features/leads/leads.events.ts'
import { events as launches } from '#features/launches/launches.events.ts'
import { events as leadMagnets } from '#features/lead-magnets/lead-magnets.events.ts'
import { events as merges } from '#features/merges/merges.events.ts'
import { events as messages } from '#features/messages/messages.events.ts'
import { events as opportunities } from '#features/opportunities/opportunities.events.ts'
import { events as orders } from '#features/orders/orders.events.ts'
import { events as payments } from '#features/payments/payments.events.ts'
import { events as processes } from '#features/processes/processes.events.ts'
import { events as quiz } from '#features/quiz/quiz.events.ts'
import { events as reviews } from '#features/reviews/reviews.events.ts'
import { events as sessionNotes } from '#features/session-notes/session-notes.events.ts'
import { events as signatures } from '#features/signatures/signatures.events.ts'
import { events as tasks } from '#features/tasks/tasks.events.ts'
import { events as consents } from '#platform/consents/consents.events.ts'
import { events as webinars } from '#features/webinars/webinars.events.ts'
import { contextsOf, type EventDeclarations } from '#platform/events/events.ts'
import { events as tags } from '#platform/tags/tags.events.ts'

/** Exported for a test that compares it with the files. */
export const allEvents: EventDeclarations = {
  ...leads,
  ...leadMagnets,
  ...launches,
  ...contacts,
  ...tags,
  ...opportunities,
  ...tasks,
  ...booking,
  ...forms,
  ...quiz,
  ...webinars,
  ...orders,
  ...payments,
  ...consents,
  ...processes,
  ...reviews,
  ...signatures,
  ...sessionNotes,
  ...messages,
  ...merges,
  ...automations,
  ...calendar,
  ...clientInvitations,
}

export const eventTypes = Object.keys(allEvents)

/** The message template context that each event provides. */
export const eventContexts = contextsOf(allEvents)

export const eventLabel = (type: string) => allEvents[type as keyof EventDeclarations]?.label ?? type
