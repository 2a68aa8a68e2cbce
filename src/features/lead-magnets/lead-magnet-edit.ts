// CRM inputs: a new lead magnet, its details, its file.
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
