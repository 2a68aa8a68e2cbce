// The people of the business. Without a photograph, a person is shown with the initials of the name.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { line, list, picture, text } from '../fields.ts'
import { ground } from './parts.ts'

const person = z.object({
  photo: picture('תצלום', { help: 'בלי תצלום מוצגות ראשי התיבות של השם' }),
  name: line('השם', { max: 60 }),
  role: line('התפקיד', { max: 80, optional: true }),
  about: text('שני משפטים', { max: 400 }),
  training: text('הכשרה', { max: 300, optional: true }),
  licensed: text('מה הרישיון או ההסמכה מכסים', { max: 300, optional: true }),
  unlicensed: text('מה הם לא מכסים', { max: 300, optional: true, help: 'למשל: ייעוץ השקעות וייעוץ פנסיוני' }),
  saying: line('משפט משלהם', { max: 160, optional: true }),
})

export type Person = z.infer<typeof person>

export const people = blockKind({
  label: 'האנשים',
  help: 'מי עומדים מאחורי העסק: תצלום, שם, הכשרה ומשפט',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    lead: text('הפתיח', { max: 320, optional: true }),
    list: list('האנשים', person, { one: 'אדם', min: 0, max: 8 }),
    ground: ground(),
  }),
  blank: {
    title: 'מי מלווים אתכם',
    lead: '',
    list: [
      {
        photo: { id: '', alt: '' },
        name: 'שם',
        role: '',
        about: 'משפט או שניים.',
        training: '',
        licensed: '',
        unlicensed: '',
        saying: '',
      },
    ],
    ground: 'plain',
  },
})
