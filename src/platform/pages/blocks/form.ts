// A form of the business in an iframe of this site: each submission has a token, which a cached page cannot contain.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { line, text } from '../fields.ts'
import { ground } from './parts.ts'

export const form = blockKind({
  label: 'טופס',
  help: 'טופס שבניתם, בתוך העמוד',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    text: text('הטקסט', { max: 240, optional: true }),
    form: line('הטופס', {
      max: 60,
      optional: true,
      help: 'בוחרים מהרשימה, או כותבים מה שמופיע אחרי /form/ בקישור של הטופס',
      suggestions: 'forms',
    }),
    ground: ground(),
  }),
  blank: { title: 'כמה שאלות קצרות', text: '', form: '', ground: 'plain' },
})
