// The contact form embedded in a page.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { ground } from '../blocks/parts.ts'
import { line, text } from '../fields.ts'

export const contact = blockKind({
  label: 'טופס פנייה',
  help: 'שם, טלפון, דוא״ל ומה מעסיק אתכם',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    text: text('הטקסט', { max: 320, optional: true }),
    ground: ground(),
  }),
  blank: { title: 'נשמח לשמוע מכם', text: '', ground: 'tint' },
})
