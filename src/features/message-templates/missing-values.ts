// Contract of the report on recipients with missing values.
import { z } from '#lib/schema.ts'

export const MissingValuesOf = z.union([
  z.strictObject({ campaignId: z.uuid() }),
  z.strictObject({ templateId: z.uuid() }),
])
export type MissingValuesOf = z.infer<typeof MissingValuesOf>

export const MissingValues = z.object({
  /** The number of checked recipients, and the total number. */
  checked: z.int(),
  people: z.int(),
  /** The number of recipients without a value, by the label of the field. */
  fields: z.array(z.object({ label: z.string(), people: z.int() })),
  recipients: z.array(z.object({ contactId: z.uuid(), name: z.string(), missing: z.array(z.string()) })),
})
export type MissingValues = z.infer<typeof MissingValues>

export const missingLimits = { checked: 2000, listed: 200 } as const
