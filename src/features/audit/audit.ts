// What was changed in the business, by whom, and what it was before.
import { z } from 'zod'

export const auditActions = ['insert', 'update', 'delete'] as const

const Facts = z.record(z.string(), z.json())

const AuditLine = z.object({
  id: z.number().int(),
  at: z.string(),
  actor_id: z.uuid().nullable(),
  action: z.enum(auditActions),
  /** The name of the table. */
  entity: z.string(),
  entity_id: z.string().nullable(),
  contact_id: z.uuid().nullable(),
  label: z.string(),
  version: z.number().int().nullable(),
  before: Facts.nullable(),
  after: Facts.nullable(),
})
export type AuditLine = z.infer<typeof AuditLine>

/** @public Each table with its row: a test marries them. */
export const rows = { audit_log: AuditLine }
