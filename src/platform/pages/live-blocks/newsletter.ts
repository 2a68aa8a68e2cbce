// The newsletter sign-up form.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { line, text } from '../fields.ts'

export const newsletter = blockKind({
  label: 'ניוזלטר',
  help: 'טופס הרשמה קצר',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    text: text('הטקסט', { max: 240, optional: true }),
  }),
  blank: { title: 'הניוזלטר', text: '' },
})
