// Two columns of text, each with a picture.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { line, link, named, picture, prose } from '../fields.ts'
import { ground } from './parts.ts'

const side = z.object({
  photo: picture('התמונה'),
  title: line('הכותרת', { max: 80, optional: true }),
  text: prose('הטקסט', { max: 1200 }),
  action: link('קישור', { optional: true }),
})
const blankSide = { photo: { id: '', alt: '' }, title: '', text: 'כאן כותבים.', action: { words: '', href: '' } }

export const pair = blockKind({
  label: 'שני טורים',
  help: 'טקסט, תמונה וקישור בכל טור',
  content: z.object({
    title: line('הכותרת', { max: 90, optional: true }),
    first: named('הטור הראשון', side),
    second: named('הטור השני', side),
    ground: ground(),
  }),
  blank: { title: '', first: blankSide, second: blankSide, ground: 'plain' },
})
