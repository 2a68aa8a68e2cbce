/** The kernel's part of the database's history, in order. Append-only. Paths are below src/. */
export const kernelMigrations = [
  'kernel/postgres/roles.sql',
  'kernel/jobs/jobs.sql',
  'kernel/mail/mail.sql',
  'kernel/auth/auth.sql',
  'kernel/realtime/realtime.sql',
  'kernel/storage/storage.sql',
  'kernel/rest/rest.sql',
  'kernel/auth/flows.sql',
  'kernel/auth/factors/factors.sql',
  'kernel/auth/factors/raised-sessions.sql',
  'kernel/storage/loose-blobs.sql',
  'kernel/realtime/source/outbox.sql',
  'kernel/realtime/messages.sql',
  'kernel/realtime/changes/conditions.sql',
  'kernel/auth/lookups.sql',
  'kernel/storage/given-up-blobs.sql',
] as const
