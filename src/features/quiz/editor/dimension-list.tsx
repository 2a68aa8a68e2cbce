// Dimensions: names and number of questions.
import { Plus } from 'lucide-react'
import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { maxDimensions } from '../definition/quiz-definition.ts'
import { addDimension, questionsOf, removeDimension } from './draft-edits.ts'
import type { EditProps } from './edit-props.ts'

export function DimensionList({ draft, onChange }: EditProps) {
  const { dimensions } = draft
  return (
    <section className="quiz-editor__part" aria-label="תחומים">
      <h2>תחומים</h2>
      <p className="quiz-editor__note">
        לכל תחום שתי שאלות לפחות, והתחום נבחר בתוך השאלה. אפשר להסיר תחום אחרי שהשאלות שלו עברו לתחום אחר.
      </p>
      {dimensions.map((dimension, i) => {
        const many = questionsOf(draft, dimension.key)
        return (
          <div key={dimension.key} className="quiz-editor__dimension">
            <TextField
              name={`label-${dimension.key}`}
              label={`תחום ${i + 1}`}
              hint={count(many, { zero: 'עוד אין בו שאלות', one: 'שאלה אחת', two: 'שתי שאלות', other: '# שאלות' })}
              maxLength={60}
              value={dimension.label}
              onChange={({ target }) =>
                onChange({ ...draft, dimensions: dimensions.with(i, { ...dimension, label: target.value }) })
              }
            />
            {many === 0 && (
              <Button size="sm" onClick={() => onChange(removeDimension(draft, i))}>
                הסרת התחום
              </Button>
            )}
          </div>
        )
      })}
      {dimensions.length < maxDimensions && (
        <Button icon={<Icon of={Plus} />} onClick={() => onChange(addDimension(draft))}>
          הוספת תחום
        </Button>
      )}
    </section>
  )
}
