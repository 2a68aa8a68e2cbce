// A quote of the business itself. Client quotes come only from approved reviews.
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
