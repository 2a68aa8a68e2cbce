import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { Question } from '#features/quiz/definition/quiz-definition.ts'
import { questionsPath } from '#features/quiz/quiz.ts'
import { skippedAnswer } from '#features/quiz/quiz-texts.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

type Props = {
  question: Question
  at: number
  /** Points as text, or `skip`. */
  chosen: string | undefined
  state: FormState
}

/**
 * One question as a plain form. Without a spam guard, because a question has no personal data, and visitors may answer
 * quickly.
 */
export function QuestionStep({ question, at, chosen, state }: Props) {
  const error = state.errors['answer'] ?? state.problem
  const choices = [
    ...question.options.map(({ value, text }) => ({ value: String(value), text })),
    { value: skippedAnswer, text: 'לא בא לי לענות' },
  ]
  return (
    <form className="quiz__q" method="post" action={`${questionsPath}#question`} noValidate>
      <input type="hidden" name="question" value={question.key} />
      <h1 className="display d1" id="question-text">
        {question.text}
      </h1>
      <fieldset
        className="quiz__choices"
        data-digits=""
        aria-labelledby="question-text"
        {...(error && { 'aria-describedby': 'question-error' })}
      >
        {choices.map(({ value, text }) => (
          <label className={value === skippedAnswer ? 'quiz__choice quiz__choice--quiet' : 'quiz__choice'} key={value}>
            <input type="radio" name="answer" value={value} defaultChecked={value === chosen} />
            <span>{text}</span>
          </label>
        ))}
      </fieldset>
      {error && (
        <div role="alert">
          <ErrorText id="question-error">{error}</ErrorText>
        </div>
      )}
      <div className="quiz__acts">
        <Button look="primary" size="xl" type="submit" name="step" value="next">
          המשך
          <Icon of={ArrowLeft} />
        </Button>
        {at > 0 && (
          <Button look="ghost" size="lg" type="submit" name="step" value="back" icon={<Icon of={ArrowRight} />}>
            חזרה
          </Button>
        )}
      </div>
    </form>
  )
}
