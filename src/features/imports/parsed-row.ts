// The result of parsing a file row, and the context of parsing.
import type { DateOrder } from '#lib/time/parse-day.ts'
import type { CustomFieldDef, FieldValue } from '#platform/fields/fields.ts'

export type ReadPoint = { kind: 'phone' | 'email'; raw: string; norm: string }

/** Input of the database function. An absent key leaves the column unchanged. */
export type ParsedRow = {
  first_name: string
  last_name?: string
  phones?: ReadPoint[]
  emails?: ReadPoint[]
  birth_date?: string
  lifecycle?: string
  owner_id?: string
  source?: string
  external_id?: string
  do_not_contact?: true
  consent?: boolean
  tags?: string[]
  note?: string
  custom?: Record<string, FieldValue>
}

export type RowError = { reason: string; column: number | null }
/** A value that could not be read and was omitted, while the contact is imported. */
export type RowIssue = { reason: string; column: number }

export type RowContext = {
  mapping: readonly (string | null)[]
  fields: readonly Pick<CustomFieldDef, 'key' | 'type' | 'options'>[]
  staff: readonly { user_id: string; name: string }[]
  /** Defaults for the whole file. */
  tags: readonly string[]
  /** One per column; day first if missing. */
  dateOrders: readonly (DateOrder | null)[]
  /** Today. Later birth dates are refused. */
  today: string
}
