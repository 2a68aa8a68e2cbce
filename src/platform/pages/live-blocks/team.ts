// The people of the page "about", shown on other pages.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { ground } from '../blocks/parts.ts'
import { line, text } from '../fields.ts'

export const team = blockKind({
  label: 'האנשים מ״אודות״',
  help: 'מי עומדים מאחורי העסק, כפי שנכתב בעמוד ״אודות״',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    lead: text('הפתיח', { max: 320, optional: true }),
    more: line('הכיתוב של הקישור ל״אודות״', { max: 60, optional: true }),
    ground: ground(),
  }),
  blank: { title: 'מי מלווים אתכם', lead: '', more: 'הסיפור שלנו', ground: 'plain' },
})
