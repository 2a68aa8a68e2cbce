// A link to the questionnaire; rendered once its page is published.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { line, text } from '../fields.ts'

export const quiz = blockKind({
  label: 'שאלון',
  help: 'מוצג כששאלון השלב הכלכלי פתוח',
  content: z.object({
    title: line('הכותרת', { max: 90 }),
    text: text('הטקסט', { max: 320 }),
    action: line('הכיתוב של הכפתור', { max: 60 }),
  }),
  blank: {
    title: 'באיזה שלב כלכלי נמצא הבית שלכם?',
    text: 'כמה שאלות קצרות והצעד הבא שמתאים לכם.',
    action: 'להתחלת השאלון',
  },
})
