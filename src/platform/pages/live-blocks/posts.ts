// The latest blog posts.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { ground } from '../blocks/parts.ts'
import { line } from '../fields.ts'

export const posts = blockKind({
  label: 'מהבלוג',
  help: 'שלושת הפוסטים האחרונים',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    more: line('הכיתוב של הקישור לבלוג', { max: 60, optional: true }),
    ground: ground(),
  }),
  blank: { title: 'מהבלוג', more: 'לכל הפוסטים', ground: 'plain' },
})
