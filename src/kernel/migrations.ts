import { resolve } from 'node:path'
import { schemaFiles } from './postgres/schema-files.ts'

/** The kernel's tables files in the order of their dependencies. Append-only after the first release. Paths are below src/. */
export const kernelTables = [
  'kernel/postgres/roles.tables.sql',
  'kernel/jobs/jobs.tables.sql',
  'kernel/mail/mail.tables.sql',
  'kernel/auth/auth.tables.sql',
  'kernel/realtime/realtime.tables.sql',
  'kernel/realtime/messages.tables.sql',
  'kernel/realtime/source/outbox.tables.sql',
  'kernel/storage/storage.tables.sql',
  'kernel/mail/mail.queues.tables.sql',
  'kernel/mail/mail.waiting.tables.sql',
] as const

export const kernelSchema = schemaFiles(resolve(import.meta.dirname, '..'), ['kernel'], kernelTables)
