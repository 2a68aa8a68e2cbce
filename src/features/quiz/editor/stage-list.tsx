// Stages: cutoffs with a preview of their effect, and the result texts.
import { Plus } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { maxScore, maxStages, type Stage } from '../definition/quiz-definition.ts'
import { CutoffTable } from './cutoff-table.tsx'
import { addStage, changeStage, removeStage } from './draft-edits.ts'
import type { EditProps } from './edit-props.ts'
import { StageVideoFields } from './stage-video-fields.tsx'

const newStage = 'שלב חדש'

export type Worksheet = { slug: string; title: string }
type Props = EditProps & { quizId: string; worksheets: readonly Worksheet[] }

export function StageList({ draft, onChange, quizId, worksheets }: Props) {
  const { stages } = draft
  return (
    <section className="quiz-editor__part" aria-label="שלבים">
      <h2>שלבים וגבולות</h2>
      <p className="quiz-editor__note">הציון הוא בין 0 ל־{maxScore}. כל שלב מתחיל מהגבול שלו ונמשך עד השלב הבא.</p>
      <div className="quiz-editor__borders">
        {stages.map(({ id, slug, name, from }, i) => (
          <TextField
            key={slug}
            name={`from-${id}`}
            label={`${name || newStage}, מציון`}
            type="number"
            inputMode="numeric"
            min={0}
            max={maxScore}
            dir="ltr"
            value={from}
            disabled={i === 0}
            onChange={({ target }) => onChange(changeStage(draft, i, { from: Math.trunc(Number(target.value)) }))}
          />
        ))}
      </div>
      <CutoffTable quizId={quizId} draft={draft} />
      {stages.map((stage, i) => (
        <StageTexts
          key={stage.slug}
          stage={stage}
          worksheets={worksheets}
          onChange={(change) => onChange(changeStage(draft, i, change))}
          onRemove={stages.length > 2 ? () => onChange(removeStage(draft, i)) : undefined}
        />
      ))}
      {stages.length < maxStages && (
        <Button icon={<Icon of={Plus} />} onClick={() => onChange(addStage(draft))}>
          הוספת שלב
        </Button>
      )}
    </section>
  )
}

type TextsProps = {
  stage: Stage
  worksheets: readonly Worksheet[]
  onChange: (change: Partial<Stage>) => void
  /** At least two stages are required. */
  onRemove: (() => void) | undefined
}

function StageTexts({ stage, worksheets, onChange, onRemove }: TextsProps) {
  const { id, name, cta, leadMagnet } = stage
  const isKnown = worksheets.some(({ slug }) => slug === leadMagnet)
  return (
    <details className="quiz-editor__row">
      <summary>
        שלב {id}: <bdi>{name || newStage}</bdi>
      </summary>
      <div className="quiz-editor__fields">
        <TextField
          name={`name-${id}`}
          label="שם השלב"
          maxLength={40}
          value={name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <TextField
          name={`title-${id}`}
          label="הכותרת בתוצאה"
          maxLength={80}
          value={stage.title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
        <TextAreaField
          name={`description-${id}`}
          label="מה זה אומר"
          rows={3}
          maxLength={600}
          value={stage.description}
          onChange={({ target }) => onChange({ description: target.value })}
        />
        <TextAreaField
          name={`strength-${id}`}
          label="נקודת חוזק"
          rows={2}
          maxLength={300}
          value={stage.strength}
          onChange={({ target }) => onChange({ strength: target.value })}
        />
        <TextAreaField
          name={`next-${id}`}
          label="הצעד הבא"
          rows={2}
          maxLength={400}
          value={stage.nextStep}
          onChange={({ target }) => onChange({ nextStep: target.value })}
        />
        <TextField
          name={`cta-${id}`}
          label="המילים על הכפתור"
          maxLength={60}
          value={cta.label}
          onChange={({ target }) => onChange({ cta: { ...cta, label: target.value } })}
        />
        <TextField
          name={`href-${id}`}
          label="לאן הכפתור מוביל"
          hint="כתובת באתר, כמו /book-a-call. כל עוד העמוד לא פורסם, הכפתור מוביל לשיחת היכרות"
          dir="ltr"
          value={cta.href}
          onChange={({ target }) => onChange({ cta: { ...cta, href: target.value.trim() } })}
        />
        <SelectField
          name={`worksheet-${id}`}
          label="גיליון העבודה שנשלח"
          value={leadMagnet}
          onChange={({ target }) => onChange({ leadMagnet: target.value })}
        >
          <option value="">בלי גיליון</option>
          {!isKnown && leadMagnet && <option value={leadMagnet}>{leadMagnet}</option>}
          {worksheets.map(({ slug, title }) => (
            <option key={slug} value={slug}>
              {title}
            </option>
          ))}
        </SelectField>
        <StageVideoFields stage={stage} onChange={onChange} />
        {onRemove && (
          <div className="quiz-editor__acts">
            <Button size="sm" onClick={onRemove}>
              הסרת השלב
            </Button>
          </div>
        )}
      </div>
    </details>
  )
}
