// Lists side by side: included and not included, suitable and less suitable.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { choice, line, list, text } from '../fields.ts'
import { ground } from './parts.ts'

const column = z.object({
  title: line('הכותרת', { max: 80 }),
  look: choice('הסימן', { yes: 'וי', no: 'קו', plain: 'נקודה' }),
  lines: list('השורות', line('השורה', { max: 220 }), { one: 'שורה' }),
})

export const columns = blockKind({
  label: 'רשימות זו לצד זו',
  help: 'מה כלול ומה לא, למי מתאים ולמי פחות',
  content: z.object({
    title: line('הכותרת', { max: 90, optional: true }),
    list: list('הטורים', column, { one: 'טור', max: 3 }),
    note: text('הערה', { max: 320, optional: true }),
    ground: ground(),
  }),
  blank: { title: '', list: [{ title: 'מה כלול', look: 'yes', lines: ['דבר אחד'] }], note: '', ground: 'plain' },
})
