import type { Question } from '#platform/pages/blocks/questions.ts'
import { proseOf } from '#platform/pages/prose.ts'

/** FAQPage node of schema.org. */
export const faqNode = (list: readonly Question[]) => ({
  '@type': 'FAQPage',
  mainEntity: list.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: {
      '@type': 'Answer',
      text: proseOf(answer)
        .map((spans) => spans.map(({ text }) => text).join(''))
        .join('\n'),
    },
  })),
})
