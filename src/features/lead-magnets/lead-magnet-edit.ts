// Inputs of the CRM: a new lead magnet, its details, its file.
import { requiredLine } from '#lib/forms/form-fields.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'

const slugForm = 'הכתובת: אותיות באנגלית או בעברית, ספרות ומקפים ביניהן'
const Slug = z
  .string()
  .transform((typed) => oneLine(typed).toLowerCase())
  .pipe(
    z
      .string()
      .min(2, slugForm)
      .max(60, 'עד 60 תווים')
      .regex(/^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$/, slugForm),
  )
const Title = requiredLine(80).pipe(z.string().min(2, 'יש להזין לפחות 2 תווים'))

export const AddLeadMagnet = z.object({ title: Title, slug: Slug })
export const LeadMagnetAdded = z.object({ id: z.uuid() })

export const LeadMagnetEdit = z.object({
  title: Title,
  slug: Slug,
  description: z.string().transform(oneLine).pipe(z.string().max(200, 'עד 200 תווים')),
  asks_phone: z.boolean(),
  automation_id: z.preprocess((value) => (value === '' ? null : value), z.uuid().nullable()),
})
export type LeadMagnetEdit = z.infer<typeof LeadMagnetEdit>

/** In bytes, as the limit of the bucket. */
export const mostFileBytes = 20 * 1024 * 1024

export const acceptedFiles = '.pdf,.xlsx,.png,.jpg,.jpeg'

const starts: readonly [type: string, endings: RegExp, bytes: readonly number[]][] = [
  ['application/pdf', /\.pdf$/i, [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', /\.xlsx$/i, [0x50, 0x4b, 0x03, 0x04]],
  ['image/png', /\.png$/i, [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', /\.jpe?g$/i, [0xff, 0xd8, 0xff]],
]

/** The media type by the ending and the first bytes; undefined if they disagree or the type is not offered. */
export const typeOfFile = (name: string, bytes: Uint8Array): string | undefined =>
  starts.find(([, ending, start]) => ending.test(name) && start.every((byte, i) => bytes[i] === byte))?.[0]

/** Refusals to staff. */
export const staffRefusals = {
  lead_magnet_slug_taken: 'הכתובת הזאת כבר שייכת למדריך אחר',
  lead_magnet_slug_form: slugForm,
  lead_magnet_title_length: 'כותרת: בין 2 ל־80 תווים',
  lead_magnet_description_length: 'תיאור: עד 200 תווים',
  lead_magnet_without_content: 'כדי להציג באתר צריך קובץ או רצף הודעות',
  lead_magnet_not_found: 'המדריך הזה כבר לא כאן',
  lead_magnet_file_type: 'אפשר להעלות PDF, גיליון XLSX או תמונה, והתוכן צריך להתאים לסיומת',
  file_empty: 'הקובץ ריק',
  payload_too_large: 'הקובץ גדול מ־20 מ״ב',
  changed_meanwhile: 'מישהו שמר את המדריך בזמן שערכתם אותו',
} as const
