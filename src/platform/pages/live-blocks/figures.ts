// Numbers about the business: only trust metrics with a source and a date.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { line } from '../fields.ts'

export const figures = blockKind({
  label: 'מספרים מאומתים',
  help: 'מוצגים רק מספרים שיש להם מקור ותאריך',
  content: z.object({ label: line('שם המקטע', { max: 60, help: 'לקוראי מסך בלבד' }) }),
  blank: { label: 'המספרים שלנו' },
})
