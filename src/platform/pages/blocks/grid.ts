// A table. The first column names the row.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { line, list, text } from '../fields.ts'
import { ground } from './parts.ts'

const row = z.object({
  cells: list('התאים', line('התא', { max: 90, help: '✓ מוצג כסימן' }), { one: 'תא', min: 2, max: 5 }),
})

export const grid = blockKind({
  label: 'טבלה',
  help: 'הטור הראשון הוא שם השורה',
  content: z
    .object({
      title: line('הכותרת', { max: 90 }),
      lead: text('הפתיח', { max: 320, optional: true }),
      heads: list('כותרות הטורים', line('הכותרת', { max: 40 }), { one: 'טור', min: 2, max: 5 }),
      rows: list('השורות', row, { one: 'שורה', max: 20 }),
      note: text('הערה', { max: 320, optional: true }),
      ground: ground(),
    })
    .refine(({ heads, rows }) => rows.every(({ cells }) => cells.length === heads.length), {
      path: ['rows'],
      message: 'בכל שורה צריך תא לכל טור',
    }),
  blank: {
    title: 'טבלה',
    lead: '',
    heads: ['מה', 'כמה'],
    rows: [{ cells: ['שורה', 'תא'] }],
    note: '',
    ground: 'plain',
  },
})
