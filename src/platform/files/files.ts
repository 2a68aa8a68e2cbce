// Files of contacts: allowed types, size limit and names.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Instant, z } from '#lib/schema.ts'

export const FileRow = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  opportunity_id: z.uuid().nullable(),
  name: z.string(),
  mime_type: z.string(),
  size_bytes: z.int(),
  uploaded_by: z.uuid().nullable(),
  created_at: Instant,
  stored_at: Instant.nullable(),
  deleted_at: Instant.nullable(),
  /** Household visibility; null: staff only. */
  shared_with: z.enum(['client', 'household']).nullable(),
  version: z.int(),
  /** For a file of a message: its thread, and the message once sent. */
  thread_id: z.uuid().nullable(),
  thread_message_id: z.uuid().nullable(),
})
export type FileRow = z.infer<typeof FileRow>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { files: FileRow }

export const bucket = 'files'
/** Maximum size in bytes. */
export const maxBytes = 20 * 1024 * 1024

const office = 'application/vnd.openxmlformats-officedocument.'
const openDocument = 'application/vnd.oasis.opendocument.'
const types: Record<string, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heif',
  txt: 'text/plain',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: `${office}wordprocessingml.document`,
  xls: 'application/vnd.ms-excel',
  xlsx: `${office}spreadsheetml.sheet`,
  pptx: `${office}presentationml.presentation`,
  odt: `${openDocument}text`,
  ods: `${openDocument}spreadsheet`,
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
}

/** Value of the `accept` attribute. */
export const acceptedFileTypes = Object.keys(types)
  .map((ending) => `.${ending}`)
  .join(',')

const nameLimit = 200
const dotAndEnding = /\.([a-z0-9]{1,5})$/i

/** Media type by file extension: the type reported by browsers depends on the operating system. */
export const typeOf = (name: string): string | undefined => types[(dotAndEnding.exec(name)?.[1] ?? '').toLowerCase()]

/** Stored name: one line without bidi control characters, shortened in the middle so that the extension stays. */
export function safeFileName(name: string): string {
  const clean = oneLine(name)
  const ending = dotAndEnding.exec(clean)?.[0] ?? ''
  return clean.length > nameLimit ? clean.slice(0, nameLimit - ending.length) + ending : clean || 'קובץ'
}

/** Refusal code, or undefined if the file is accepted. Checked before the upload starts. */
export function fileRefusal(file: { name: string; size: number }): keyof typeof refusals | undefined {
  if (!typeOf(file.name)) return 'file_type_unknown'
  if (file.size === 0) return 'file_empty'
  if (file.size > maxBytes) return 'file_too_large'
  return undefined
}

export const refusals = {
  file_type_unknown: 'אפשר לצרף מסמכים, גיליונות, תמונות והקלטות',
  file_empty: 'הקובץ ריק',
  file_too_large: 'הקובץ גדול מ־20 מ״ב',
  too_many_files: 'לאיש קשר אחד אפשר לצרף עד 500 קבצים',
  // Raised by the signatures of a document.
  document_signed: 'המסמך נחתם, ולכן אי אפשר להסיר אותו או לשנות מי רואה אותו',
  file_not_stored: 'הקובץ לא הגיע בשלמותו. נסו שוב',
  opportunity_of_another_contact: 'ההזדמנות שייכת לאיש קשר אחר',
  file_name_length: 'שם של קובץ: עד 200 תווים',
  file_name_has_controls: 'השם כולל תווים נסתרים. הקלידו אותו מחדש',
} as const
