// Audit log: who changed which row, with old and new values.
import { z } from 'zod'

export const auditActions = ['insert', 'update', 'delete', 'read'] as const

const Facts = z.record(z.string(), z.json())

const AuditLine = z.object({
  id: z.number().int(),
  at: z.string(),
  actor_id: z.uuid().nullable(),
  action: z.enum(auditActions),
  /** Table name. */
  entity: z.string(),
  entity_id: z.string().nullable(),
  contact_id: z.uuid().nullable(),
  label: z.string(),
  version: z.number().int().nullable(),
  before: Facts.nullable(),
  after: Facts.nullable(),
})
export type AuditLine = z.infer<typeof AuditLine>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { audit_log: AuditLine }
