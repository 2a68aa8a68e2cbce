// A heading on one side, points with explanations on the other.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { line, link, list, text } from '../fields.ts'
import { ground, point } from './parts.ts'

export const points = blockKind({
  label: 'נקודות',
  help: 'כותרת בצד, ונקודות עם הסבר',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    lead: text('הפתיח', { max: 320, optional: true }),
    list: list('הנקודות', point, { one: 'נקודה' }),
    action: link('קישור', { optional: true }),
    ground: ground(),
  }),
  blank: {
    title: 'מה מקבלים',
    lead: '',
    list: [{ title: 'דבר אחד', text: 'ההסבר שלו.' }],
    action: { words: '', href: '' },
    ground: 'plain',
  },
})
