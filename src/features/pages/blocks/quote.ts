// A sentence of the business's own. What clients say comes from approved reviews, never from here.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { line } from '../fields.ts'
import { ground } from './parts.ts'

export const quote = blockKind({
  label: 'משפט גדול',
  help: 'משפט שלכם. דברי לקוחות מגיעים רק מההמלצות',
  content: z.object({ text: line('המשפט', { max: 220 }), ground: ground() }),
  blank: { text: 'משפט אחד שחשוב לכם.', ground: 'tint' },
})
