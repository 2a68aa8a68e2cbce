// A one-line banner above every page, until its end date.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { day, line, link } from '../fields.ts'

export const announcement = blockKind({
  label: 'הודעה בראש האתר',
  help: 'שורה אחת מעל כל העמודים, מיום ועד יום',
  everywhere: '/*',
  content: z
    .object({
      text: line('ההודעה', { max: 140 }),
      link: link('קישור', { optional: true }),
      from: day('מיום', 'ריק: מיד עם הפרסום'),
      to: day('עד סוף יום', 'ריק: עד שתוסר'),
    })
    .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], message: 'הסיום צריך להיות אחרי ההתחלה' }),
  blank: { text: 'מה חדש', link: { words: '', href: '' }, from: '', to: '' },
})
