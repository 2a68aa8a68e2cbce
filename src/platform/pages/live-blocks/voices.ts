// Approved client reviews, the featured one large.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { ground } from '../blocks/parts.ts'
import { addedLine, line, text } from '../fields.ts'

export const voices = blockKind({
  label: 'המלצות',
  help: 'מוצגות רק המלצות שאושרו',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    note: text('הערה', { max: 200, optional: true }),
    topic: addedLine('הנושא', { max: 40, help: 'רק המלצות בנושא הזה. בלי נושא, או כשאין כאלה: כולן' }),
    more: line('הכיתוב של הקישור להמלצות', { max: 60, optional: true }),
    ground: ground(),
  }),
  blank: { title: 'מה מספרים', note: '', topic: '', more: 'לכל ההמלצות', ground: 'plain' },
})
