// Files about a person: which may come in, and how they are called.
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
  version: z.int(),
})
export type FileRow = z.infer<typeof FileRow>

/** @public Each table with its row: a test marries them. */
export const rows = { files: FileRow }

export const bucket = 'files'
/** In bytes. */
export const mostBytes = 20 * 1024 * 1024

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

/** For the file dialog. */
export const accepted = Object.keys(types)
  .map((ending) => `.${ending}`)
  .join(',')

const nameLimit = 200
const dotAndEnding = /\.([a-z0-9]{1,5})$/i

/** The media type by the ending of the name: what a browser says of a file differs from system to system. */
export const typeOf = (name: string): string | undefined => types[(dotAndEnding.exec(name)?.[1] ?? '').toLowerCase()]

/** The name as it is kept: one line without signs that turn it, cut in the middle so that its ending stays. */
export function keptName(name: string): string {
  const clean = oneLine(name)
  const ending = dotAndEnding.exec(clean)?.[0] ?? ''
  return clean.length > nameLimit ? clean.slice(0, nameLimit - ending.length) + ending : clean || 'קובץ'
}

/** Why a file cannot come in, or undefined. Asked before it is sent: nobody should wait for an upload to be refused at its end. */
export function whyRefused(file: { name: string; size: number }): keyof typeof refusals | undefined {
  if (!typeOf(file.name)) return 'file_type_unknown'
  if (file.size === 0) return 'file_empty'
  if (file.size > mostBytes) return 'file_too_large'
  return undefined
}

export const refusals = {
  file_type_unknown: 'אפשר לצרף מסמכים, גיליונות, תמונות והקלטות',
  file_empty: 'הקובץ ריק',
  file_too_large: 'הקובץ גדול מ־20 מ״ב',
  too_many_files: 'לאיש קשר אחד אפשר לצרף עד 500 קבצים',
  file_not_stored: 'הקובץ לא הגיע בשלמותו. נסו שוב',
  opportunity_of_another_contact: 'ההזדמנות שייכת לאיש קשר אחר',
  file_name_length: 'שם של קובץ: עד 200 תווים',
  file_name_has_controls: 'השם כולל תווים נסתרים. הקלידו אותו מחדש',
} as const

/** How much a file weighs, in words of a person: '1.4 מ״ב'. */
export function weightOf(bytes: number): string {
  const unit = bytes < 1024 * 1024 ? { by: 1024, name: 'ק״ב' } : { by: 1024 * 1024, name: 'מ״ב' }
  const amount = Math.max(bytes / unit.by, 0.1)
  return `${amount.toLocaleString('he-IL', { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${unit.name}`
}
