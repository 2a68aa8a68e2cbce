// The footer below every page. Legal links, contact details and social profiles are added from their own modules.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { line, link, list, text } from '../fields.ts'

const group = z.object({
  title: line('הכותרת', { max: 40 }),
  links: list('הקישורים', link('הקישור'), { one: 'קישור', max: 8 }),
})

export const footer = blockKind({
  label: 'התחתית',
  help: 'קבוצות הקישורים והמשפט שבתחתית כל עמוד. המסמכים המשפטיים ופרטי העסק מתווספים מעצמם',
  everywhere: '/*frame',
  content: z.object({
    tagline: line('שורה מתחת לשם העסק', { max: 80, optional: true }),
    groups: list('הקבוצות', group, { one: 'קבוצה', max: 3 }),
    note: text('ההבהרה', { max: 400, optional: true }),
  }),
  blank: { tagline: '', groups: [{ title: 'האתר', links: [{ words: 'אודות', href: '/about' }] }], note: '' },
})
