// Questions in order, each with its dimension and answers.
import { Plus } from 'lucide-react'
import { OrderButtons } from '#platform/editing/order-buttons.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { addQuestion, changeQuestion, moveQuestion, removeQuestion } from './draft-edits.ts'
import type { EditProps } from './edit-props.ts'

const maxQuestions = 40

export function QuestionList({ draft, onChange }: EditProps) {
  const { questions, dimensions } = draft
  return (
    <section className="quiz-editor__part" aria-label="שאלות">
      <h2>שאלות</h2>
      <p className="quiz-editor__note">
        בכל שאלה תשובה של 0 נקודות ותשובה של 4, ובכל תחום שתי שאלות לפחות. ״לא בא לי לענות״ נוסף מעצמו.
      </p>
      {questions.map((question, i) => (
        <details key={question.key} className="quiz-editor__row">
          <summary>
            {i + 1}. <bdi>{question.text || 'שאלה חדשה'}</bdi>
          </summary>
          <div className="quiz-editor__fields">
            <TextField
              name={`text-${question.key}`}
              label="השאלה"
              maxLength={200}
              value={question.text}
              onChange={({ target }) => onChange(changeQuestion(draft, i, { text: target.value }))}
            />
            <SelectField
              name={`dimension-${question.key}`}
              label="תחום"
              value={question.dimension}
              onChange={({ target }) => onChange(changeQuestion(draft, i, { dimension: target.value }))}
            >
              {dimensions.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </SelectField>
            {question.options.map((option, at) => (
              <TextField
                key={option.value}
                name={`option-${question.key}-${option.value}`}
                label={pointsLabel(option.value)}
                maxLength={120}
                value={option.text}
                onChange={({ target }) =>
                  onChange(
                    changeQuestion(draft, i, { options: question.options.with(at, { ...option, text: target.value }) }),
                  )
                }
              />
            ))}
            <div className="quiz-editor__acts">
              <OrderButtons
                name={question.text || 'שאלה חדשה'}
                isFirst={i === 0}
                isLast={i === questions.length - 1}
                onMove={(by) => onChange(moveQuestion(draft, i, by))}
              />
              <Button size="sm" disabled={questions.length <= 2} onClick={() => onChange(removeQuestion(draft, i))}>
                הסרת השאלה
              </Button>
            </div>
          </div>
        </details>
      ))}
      {questions.length < maxQuestions && (
        <Button icon={<Icon of={Plus} />} onClick={() => onChange(addQuestion(draft))}>
          הוספת שאלה
        </Button>
      )}
    </section>
  )
}

const pointsLabel = (points: number) =>
  points === 0 ? 'תשובה של 0 נקודות' : points === 1 ? 'תשובה של נקודה אחת' : `תשובה של ${points} נקודות`
