// The questions of the FAQ page that are marked for the home page.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { ground } from '../blocks/parts.ts'
import { line, link, text } from '../fields.ts'

export const asked = blockKind({
  label: 'שאלות נבחרות',
  help: 'השאלות שסומנו בעמוד השאלות הנפוצות',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    lead: text('הפתיח', { max: 320, optional: true }),
    action: link('קישור', { optional: true }),
    ground: ground(),
  }),
  blank: { title: 'שאלות נפוצות', lead: '', action: { words: 'לכל השאלות', href: '/faq' }, ground: 'plain' },
})
