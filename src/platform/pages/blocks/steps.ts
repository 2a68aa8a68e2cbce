// A sequence of steps: rising terraces of up to five, or a numbered list.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { addedChoice, line, list, text } from '../fields.ts'
import { ground, point } from './parts.ts'

export const steps = blockKind({
  label: 'שלבים',
  help: 'עד חמישה שלבים עולים כמו מדרגות, ויותר מזה הם רשימה',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    lead: text('הפתיח', { max: 320, optional: true }),
    list: list('השלבים', point, { one: 'שלב', min: 2, max: 10 }),
    note: text('הערה', { max: 320, optional: true }),
    look: addedChoice('הצורה', { rising: 'מדרגות', list: 'רשימה שקטה' }),
    ground: ground(),
  }),
  blank: {
    title: 'איך זה עובד',
    lead: '',
    list: [
      { title: 'קודם', text: 'מה קורה בהתחלה.' },
      { title: 'ואז', text: 'מה קורה אחר כך.' },
    ],
    note: '',
    look: 'rising',
    ground: 'tint',
  },
})
