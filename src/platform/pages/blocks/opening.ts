// The heading block of every page except the home page.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { addedPicture, line, link, text } from '../fields.ts'
import { productSlug } from './parts.ts'
import { optionalIllustration } from './illustrations.ts'

export const opening = blockKind({
  label: 'פתיחת עמוד',
  help: 'כותרת, פתיח ופעולה אחת',
  opens: true,
  content: z.object({
    eyebrow: line('שורה מעל הכותרת', { max: 60, optional: true }),
    title: line('הכותרת', { max: 90 }),
    lead: text('הפתיח', { max: 320, optional: true }),
    product: productSlug(),
    action: link('הכפתור', { optional: true }),
    second: link('קישור נוסף', { optional: true }),
    note: line('הערה מתחת לכפתור', { max: 140, optional: true }),
    picture: optionalIllustration(),
    photo: addedPicture('תמונה במקום האיור'),
  }),
  blank: {
    eyebrow: '',
    title: 'כותרת העמוד',
    lead: '',
    product: '',
    action: { words: '', href: '' },
    second: { words: '', href: '' },
    note: '',
    picture: 'none',
    photo: { id: '', alt: '' },
  },
})
