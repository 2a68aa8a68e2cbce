// A preview of the client portal, drawn with the portal's own components so that it stays current.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { ground } from '../blocks/parts.ts'
import { line, text } from '../fields.ts'

export const portal = blockKind({
  label: 'האזור האישי בתמונה',
  help: 'מסך לדוגמה של האזור האישי, בצבעים שלכם',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    text: text('הטקסט', { max: 320, optional: true }),
    ground: ground(),
  }),
  blank: { title: 'כך נראה האזור האישי', text: 'הנתונים שבתמונה הם לדוגמה.', ground: 'plain' },
})
