// A row of buttons.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { line, link, list } from '../fields.ts'
import { ground } from './parts.ts'

export const buttons = blockKind({
  label: 'כפתורים',
  help: 'עד ארבעה כפתורים, הראשון מודגש',
  content: z.object({
    title: line('הכותרת', { max: 90, optional: true }),
    list: list('הכפתורים', link('הכפתור'), { one: 'כפתור', max: 4 }),
    ground: ground(),
  }),
  blank: { title: '', list: [{ words: 'שיחת היכרות', href: '/book-a-call' }], ground: 'plain' },
})
