// Input of export-webinar-registrants.
import { sheetFormats } from '#lib/spreadsheets/sheet-formats.ts'
import { z } from '#lib/schema.ts'

export const ExportRegistrants = z.object({ format: z.enum(sheetFormats), sessionId: z.uuid() })
export type ExportRegistrants = z.infer<typeof ExportRegistrants>
