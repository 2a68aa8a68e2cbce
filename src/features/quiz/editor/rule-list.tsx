// Rules: answers that cap the stage for any score.
import { Plus } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { addRule, changeRule, ruleText } from './draft-edits.ts'
import type { EditProps } from './edit-props.ts'

const maxRules = 20

export function RuleList({ draft, onChange }: EditProps) {
  const { rules, stages, questions, minAnswered } = draft
  return (
    <section className="quiz-editor__part" aria-label="כללים">
      <h2>כללים שמגבילים את השלב</h2>
      <TextField
        name="minAnswered"
        label="כמה תשובות נדרשות כדי לקבל שלב"
        type="number"
        inputMode="numeric"
        min={1}
        max={questions.length}
        dir="ltr"
        value={minAnswered}
        onChange={({ target }) => onChange({ ...draft, minAnswered: Math.trunc(Number(target.value)) })}
      />
      {rules.map((rule, i) => (
        <div key={rule.key} className="quiz-editor__rule">
          <p>אם {ruleText(draft, rule)}</p>
          {rule.when.length === 1 && (
            <>
              <SelectField
                name={`question-${rule.key}`}
                label="השאלה"
                value={rule.when[0]!.question}
                onChange={({ target }) =>
                  onChange(changeRule(draft, i, { when: [{ question: target.value, atMost: 0 }] }))
                }
              >
                {questions.map(({ key, text }) => (
                  <option key={key} value={key}>
                    {text}
                  </option>
                ))}
              </SelectField>
              <SelectField
                name={`answer-${rule.key}`}
                label="התשובה, או נמוכה ממנה"
                value={rule.when[0]!.atMost}
                onChange={({ target }) =>
                  onChange(changeRule(draft, i, { when: [{ ...rule.when[0]!, atMost: Number(target.value) }] }))
                }
              >
                {questions
                  .find(({ key }) => key === rule.when[0]!.question)
                  ?.options.map(({ value, text }) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
              </SelectField>
            </>
          )}
          <SelectField
            name={`limit-${rule.key}`}
            label="השלב הוא לכל היותר"
            value={rule.stage}
            onChange={({ target }) => onChange(changeRule(draft, i, { stage: Number(target.value) }))}
          >
            {stages.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <Button size="sm" onClick={() => onChange({ ...draft, rules: rules.toSpliced(i, 1) })}>
            הסרת הכלל
          </Button>
        </div>
      ))}
      {rules.length < maxRules && (
        <Button icon={<Icon of={Plus} />} onClick={() => onChange(addRule(draft))}>
          הוספת כלל
        </Button>
      )}
    </section>
  )
}
