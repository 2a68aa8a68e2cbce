// Location of the business: an uploaded picture of a map, so that no map provider sees the visitors.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { line, link, picture, text } from '../fields.ts'
import { ground } from './parts.ts'

export const map = blockKind({
  label: 'מפה',
  help: 'תמונה של המפה, הכתובת וקישור לניווט',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    text: text('הכתובת ואיך מגיעים', { max: 400 }),
    photo: picture('התמונה של המפה'),
    action: link('קישור לניווט', { optional: true, help: 'למשל קישור שיתוף של המקום ב־Waze או ב־Google Maps' }),
    ground: ground(),
  }),
  blank: {
    title: 'איפה אנחנו',
    text: '{{address}}',
    photo: { id: '', alt: '' },
    action: { words: '', href: '' },
    ground: 'plain',
  },
})
