// Comparison table of the products, from their rows.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { ground } from '../blocks/parts.ts'
import { line, text } from '../fields.ts'

export const compare = blockKind({
  label: 'השוואת מסלולים',
  help: 'טבלה מתוך המוצרים: מה כלול בכל אחד',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    note: text('הערה', { max: 320, optional: true }),
    ground: ground(),
  }),
  blank: { title: 'מה כלול בכל מסלול', note: '', ground: 'plain' },
})
