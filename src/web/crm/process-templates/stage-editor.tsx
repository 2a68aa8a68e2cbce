// One stage of a draft: its texts, visibility and tasks.
import { Trash } from 'lucide-react'
import { useState } from 'react'
import { stageTypeLabels, stageTypes } from '#features/processes/processes.ts'
import type { EditedStage } from '#features/processes/template-editor.ts'
import { count } from '#lib/hebrew/count.ts'
import { OrderButtons } from '#platform/editing/order-buttons.tsx'
import { Button } from '#ui/button.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { StageDocumentsEditor } from './stage-documents-editor.tsx'
import { StageFormField } from './stage-form-field.tsx'
import { StageMaterialsEditor } from './stage-materials-editor.tsx'
import { StageTasksEditor } from './stage-tasks-editor.tsx'

type Props = {
  stage: EditedStage
  place: number
  isLast: boolean
  onChange: (stage: EditedStage) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

export function StageEditor({ stage, place, isLast, onChange, onMove, onRemove }: Props) {
  // A new stage is expanded, because its summary is empty.
  const [isOpen, setOpen] = useState(stage.name === '')
  const name = stage.name || `שלב ${place}`
  const set = (changes: Partial<EditedStage>) => onChange({ ...stage, ...changes })
  const text = (field: 'name' | 'goal' | 'completion_rule' | 'description', label: string, maxLength: number) => ({
    name: `${field}-${stage.key}`,
    label,
    maxLength,
    value: stage[field],
    onChange: ({ target }: { target: { value: string } }) => set({ [field]: target.value }),
  })
  const tasks = count(stage.task_template.length, { zero: 'בלי משימות', one: 'משימה אחת', two: 'שתי משימות', other: '# משימות' }) // prettier-ignore
  return (
    <li className="template-stage">
      <div className="template-stage__head">
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <b>{`${place}. ${name}`}</b>
          <small>
            {[
              stageTypeLabels[stage.stage_type],
              stage.default_days && count(stage.default_days, { one: 'יום אחד', two: 'יומיים', other: '# ימים' }),
              tasks,
              !stage.visible_to_client && 'לא מוצג למשפחה',
              stage.asks_for_review && 'מבקש המלצה בסיום',
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </button>
        <OrderButtons name={name} isFirst={place === 1} isLast={isLast} onMove={onMove} />
        <Button
          look="ghost"
          size="sm"
          iconOnly
          aria-label={`מחיקת ${name}`}
          icon={<Icon of={Trash} />}
          onClick={onRemove}
        />
      </div>
      {isOpen && (
        <div className="template-stage__fields">
          <TextField {...text('name', 'שם השלב', 80)} required />
          <SelectField
            name={`type-${stage.key}`}
            label="סוג"
            value={stage.stage_type}
            onChange={({ target }) => set({ stage_type: target.value as EditedStage['stage_type'] })}
          >
            {stageTypes.map((type) => (
              <option key={type} value={type}>
                {stageTypeLabels[type]}
              </option>
            ))}
          </SelectField>
          <TextField
            name={`days-${stage.key}`}
            label="משך בימים"
            optional="(לא חובה)"
            inputMode="numeric"
            value={stage.default_days ?? ''}
            onChange={({ target }) => set({ default_days: wholeNumber(target.value, 365) || null })}
          />
          <TextField {...text('goal', 'היעד', 300)} />
          <TextAreaField {...text('description', 'מה קורה בשלב הזה', 2000)} rows={2} />
          <TextField {...text('completion_rule', 'מתי השלב מסתיים', 500)} />
          <CheckField
            name={`skippable-${stage.key}`}
            label="אפשר לדלג על השלב"
            checked={stage.is_skippable}
            onChange={({ target }) => set({ is_skippable: target.checked })}
          />
          <CheckField
            name={`visible-${stage.key}`}
            label="המשפחה רואה את השלב"
            checked={stage.visible_to_client}
            onChange={({ target }) => set({ visible_to_client: target.checked })}
          />
          <CheckField
            name={`review-${stage.key}`}
            label="לבקש המלצה כשהשלב נגמר"
            checked={stage.asks_for_review}
            onChange={({ target }) => set({ asks_for_review: target.checked })}
          />
          <StageTasksEditor
            of={name}
            tasks={stage.task_template}
            onChange={(task_template) => set({ task_template })}
          />
          <StageFormField of={name} formId={stage.form_id} onChange={(form_id) => set({ form_id })} />
          <StageDocumentsEditor of={name} documents={stage.documents} onChange={(documents) => set({ documents })} />
          <StageMaterialsEditor of={name} materials={stage.materials} onChange={(materials) => set({ materials })} />
        </div>
      )}
    </li>
  )
}

const wholeNumber = (text: string, max: number) => Math.min(max, Number(text.replaceAll(/\D/g, '').slice(0, 4) || 0))
