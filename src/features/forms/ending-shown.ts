// The ending as shown to the visitor: with inserted answers, and with the score only if the ending shows it.
import { insertAnswers } from '#platform/forms/answers/answer-text.ts'
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import type { Evaluation } from '#platform/forms/logic/evaluate-form.ts'
import type { EndingShown } from './forms.ts'

export function endingShown(definition: FormDefinition, evaluation: Evaluation): EndingShown {
  const { key, title, text, button, redirect, showsScore } = evaluation.ending
  const { score, dimensions } = evaluation
  return {
    key,
    title: insertAnswers(title, definition, evaluation),
    ...(text !== undefined && { text: insertAnswers(text, definition, evaluation) }),
    ...(button && { button }),
    ...(redirect !== undefined && { redirect }),
    ...(showsScore &&
      score.percent !== null && {
        score: {
          percent: score.percent,
          dimensions: definition.dimensions.flatMap(({ key: dimension, label }) => {
            const percent = dimensions[dimension]?.percent
            return typeof percent === 'number' ? [{ label, percent }] : []
          }),
        },
      }),
  }
}
