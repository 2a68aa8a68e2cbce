// A dark strip of short statements. Numbers here describe the process; claims about results are not allowed.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { line, list } from '../fields.ts'

const statement = z.object({
  figure: line('מספר', { max: 8, optional: true }),
  text: line('המשפט', { max: 110 }),
})

export const band = blockKind({
  label: 'פס כהה',
  help: 'משפטים קצרים, עם מספר או בלעדיו',
  content: z.object({
    label: line('שם המקטע', { max: 60, help: 'לקוראי מסך בלבד' }),
    list: list('המשפטים', statement, { one: 'משפט', max: 4 }),
  }),
  blank: { label: 'על הליווי', list: [{ figure: '', text: 'משפט קצר אחד' }] },
})
