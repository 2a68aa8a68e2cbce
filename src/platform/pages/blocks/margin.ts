// Monthly income, expenses and margin, before and after.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { line, named, shekels, text } from '../fields.ts'
import { ground } from './parts.ts'

const month = z.object({ when: line('מתי', { max: 40 }), income: shekels('הכנסות'), expenses: shekels('הוצאות') })

export const margin = blockKind({
  label: 'המרווח, לפני ואחרי',
  help: 'תרשים של חודש לפני וחודש אחרי: הכנסות, הוצאות ומה שביניהן',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    lead: text('הפתיח', { max: 240, optional: true }),
    before: named('החודש הראשון', month),
    after: named('החודש השני', month),
    note: text('הערה', { max: 240, optional: true, help: 'סכומים שאינם של לקוחות אמיתיים מסמנים כדוגמה' }),
    ground: ground(),
  }),
  blank: {
    title: 'חודש אחד, לפני ואחרי',
    lead: '',
    before: { when: 'לפני', income: '10,000', expenses: '10,600' },
    after: { when: 'אחרי', income: '10,000', expenses: '9,200' },
    note: 'דוגמה להמחשה, לא נתונים של משפחה מסוימת.',
    ground: 'plain',
  },
})
