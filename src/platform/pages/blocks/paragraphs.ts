// Plain paragraphs.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { line, prose } from '../fields.ts'
import { ground } from './parts.ts'

export const paragraphs = blockKind({
  label: 'פסקאות',
  help: 'טקסט לקריאה',
  content: z.object({
    title: line('הכותרת', { max: 90, optional: true }),
    text: prose('הטקסט', { max: 6000 }),
    ground: ground(),
  }),
  blank: { title: '', text: 'כאן כותבים.', ground: 'plain' },
})
