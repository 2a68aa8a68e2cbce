// Company details and contact data, from the settings.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { ground } from '../blocks/parts.ts'
import { line } from '../fields.ts'

export const details = blockKind({
  label: 'פרטי העסק',
  help: 'שם, מספר חברה, כתובת ודרכי קשר מתוך ההגדרות',
  content: z.object({ title: line('הכותרת', { max: 90 }), ground: ground() }),
  blank: { title: 'פרטי העסק', ground: 'plain' },
})
