// Logos of partners, or of media that wrote about the business.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { address, line, list, picture } from '../fields.ts'
import { ground } from './parts.ts'

const logo = z.object({ photo: picture('הלוגו'), href: address('לאן מגיעים', { optional: true }) })

export const logos = blockKind({
  label: 'סמלים',
  help: 'לוגואים של שותפים, או של מי שכתבו עליכם',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    list: list('הסמלים', logo, { one: 'סמל', max: 12 }),
    ground: ground(),
  }),
  blank: { title: 'כתבו עלינו', list: [{ photo: { id: '', alt: '' }, href: '' }], ground: 'plain' },
})
