// A timeline of results over time.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { line, list, text } from '../fields.ts'
import { ground } from './parts.ts'

const milestone = z.object({ when: line('מתי', { max: 40 }), text: text('מה יש אז', { max: 240 }) })

export const milestones = blockKind({
  label: 'אבני דרך',
  help: 'מה משתנה אחרי חודש, שלושה, שישה',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    list: list('אבני הדרך', milestone, { one: 'אבן דרך', min: 2, max: 5 }),
    note: text('הערה', { max: 320, optional: true }),
    ground: ground(),
  }),
  blank: {
    title: 'לאורך הדרך',
    list: [
      { when: 'אחרי חודש', text: 'מה כבר יש ביד.' },
      { when: 'אחרי שלושה חודשים', text: 'מה כבר יש ביד.' },
    ],
    note: '',
    ground: 'plain',
  },
})
