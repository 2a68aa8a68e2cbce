// POST action of "Did this help?": one form for all answers; the submit button carries the question and the vote.
import { refusals } from '#features/faq-feedback/faq-feedback.ts'
import { type FormPost, type FormText, textsOf } from '#lib/forms/form-post.ts'
import { anchorOf } from '../sections/anchor-of.ts'

const answered = ({ yes, no }: FormText) => ({ question: yes ?? no ?? '', hasHelped: yes !== undefined })

export const faqFeedbackAction: FormPost = {
  path: '/faq',
  page: 'src/web/site/pages/faq-page.tsx',
  run: 'rate-answer',
  fields: [],
  values: (body) => textsOf(body, ['yes', 'no']),
  input: (values) => answered(values),
  sent(_answer, values) {
    const { question, hasHelped } = answered(values)
    const anchor = encodeURIComponent(anchorOf(question))
    return `/faq?${hasHelped ? 'helped' : 'missed'}=${anchor}#${anchor}`
  },
  problems: { ...refusals },
}
