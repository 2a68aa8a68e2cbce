import { kernelMigrations } from '#kernel/migrations.ts'

/** THE history of the database: append-only, the order is the list, a later change of a noun is a new file at the end. Paths are below src/. */
export const migrations: readonly string[] = [
  ...kernelMigrations,
  'features/accounts/accounts.sql',
  'features/accounts/accounts.channels.sql',
  'features/business-profile/business-profile.sql',
  'features/business-profile/business-profile.pictures.sql',
  'features/contacts/contacts.sql',
  'features/opportunities/opportunities.sql',
  'features/opportunities/opportunities.rank.sql',
  'features/opportunities/opportunities.moves.sql',
  'features/opportunities/opportunities.access.sql',
  'features/activities/activities.sql',
  'features/tasks/tasks.sql',
  'features/notifications/notifications.sql',
  'features/consents/consents.sql',
  'features/leads/leads.sql',
  'features/contacts/contacts.add.sql',
  'features/pages/pages.sql',
  'features/accounts/accounts.invitation.sql',
  'features/emails/emails.sql',
  'features/cookie-consent/cookie-consent.sql',
  'features/processes/processes.sql',
  'features/processes/processes.stages.sql',
  'features/processes/processes.access.sql',
  'features/calendar/calendar.sql',
]
