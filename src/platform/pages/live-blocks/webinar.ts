// A webinar with its next date and registration. On a landing page its registration replaces the form.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { ground } from '../blocks/parts.ts'
import { line, text } from '../fields.ts'

export const webinar = blockKind({
  label: 'הדרכה',
  help: 'המועד הבא של הדרכה והכפתור להרשמה. בעמודי הנחיתה ההרשמה באה במקום הטופס',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    text: text('הטקסט', { max: 320, optional: true }),
    webinar: line('הכינוי של ההדרכה', {
      max: 60,
      optional: true,
      help: 'סוף הכתובת שלה, אחרי /webinar/. ריק: ההדרכה הקרובה',
    }),
    action: line('הכיתוב של הכפתור', { max: 60 }),
    ground: ground(),
  }),
  blank: { title: 'ההדרכה הקרובה', text: '', webinar: '', action: 'לפרטים ולהרשמה', ground: 'plain' },
})
