// Questions and answers of one subject. Those marked for the home page are also shown there.
import { z } from '#lib/schema.ts'
import { blockKind } from '../block-kind.ts'
import { line, list, prose, yesNo } from '../fields.ts'

const question = z.object({
  question: line('השאלה', { max: 160 }),
  answer: prose('התשובה', { max: 1200 }),
  home: yesNo('גם בעמוד הבית'),
})
export type Question = z.infer<typeof question>

export const questions = blockKind({
  label: 'שאלות ותשובות',
  help: 'נושא אחד ושאלותיו',
  content: z.object({
    title: line('הנושא', { max: 60 }),
    list: list('השאלות', question, { one: 'שאלה', max: 30 }),
  }),
  blank: { title: 'נושא', list: [{ question: 'מה שואלים?', answer: 'מה עונים.', home: false }] },
})
