// Previous values of an answer that its submitter changed.
import { answerText } from '#platform/forms/answers/answer-text.ts'
import type { Answers } from '#platform/forms/answers/answer.ts'
import type { AnsweredField } from '#platform/forms/definition/field-schema.ts'

/** The answers replaced by one change. */
export type FormerAnswers = { answers: Answers; replacedAt: string }

/** The previous texts of an answer, latest first. `former` has the latest change first. */
export function formerOf(field: AnsweredField, answers: Answers, former: readonly FormerAnswers[]) {
  const texts = [answers, ...former.map((one) => one.answers)].map((one) => answerText(field, one[field.key]))
  return former.flatMap(({ replacedAt }, at) =>
    texts[at] === texts[at + 1] ? [] : [{ text: texts[at + 1]!, replacedAt }],
  )
}
