import { useState } from 'react'
import { useAddStage, useSaveStage } from '#platform/pipelines/editing.data.ts'
import {
  OpportunityStatus,
  kindLabels,
  refusals,
  type Stage,
  stageColors,
  StageEdit,
  type WholePipeline,
} from '#platform/pipelines/pipelines.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { StageDot } from '#ui/pictures/stage-dot.tsx'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { useSeenRow } from '#platform/editing/use-seen-row.ts'
import type { FieldErrors } from '#platform/editing/use-validated-form.ts'

type Props = { pipeline: WholePipeline; stage: Stage | undefined; open: boolean; onClose: () => void }

/** Edits a stage, or adds one at the end of its kind. The kind (open, won, lost) is immutable. */
export const StageDialog = ({ pipeline, stage, open, onClose }: Props) => (
  <RecordDialog open={open} onClose={onClose} title={stage ? 'עריכת שלב' : 'שלב חדש'}>
    <StageForm pipeline={pipeline} stage={stage} />
  </RecordDialog>
)

function StageForm({ pipeline, stage }: Pick<Props, 'pipeline' | 'stage'>) {
  const save = useSaveStage()
  const add = useAddStage()
  const { seen, noteConflict } = useSeenRow(stage)
  async function write({ kind, ...values }: StageEdit) {
    if (seen) return noteConflict(save.mutateAsync({ seen, values }))
    const ofKind = pipeline.stages.filter((other) => other.kind === kind)
    const position = ofKind.at(-1)?.position ?? pipeline.stages.length
    return add.mutateAsync({ ...values, pipeline_id: pipeline.id, kind, position })
  }
  return (
    <RecordForm
      schema={StageEdit}
      {...(stage && { values: { kind: stage.kind } })}
      refusals={refusals}
      fields={fields}
      save={write}
      saved={stage ? 'השלב נשמר' : 'השלב נוסף'}
      action="שמירה"
    >
      {(errors) => <StageFields stage={stage} errors={errors} />}
    </RecordForm>
  )
}

const fields = {
  pipeline_stages_name_check: 'name',
  pipeline_stages_probability_check: 'probability',
  pipeline_stages_rot_days_check: 'rot_days',
}

const colorNames = ['אפור', 'כחול', 'סגול', 'כתום', 'ירוק', 'אדום']

function StageFields({ stage, errors }: { stage: Stage | undefined; errors: FieldErrors }) {
  const [kind, setKind] = useState(stage?.kind ?? 'open')
  const [chosen, setColor] = useState<Stage['color']>()
  const shownColor = chosen ?? stage?.color ?? stageColors[0]
  return (
    <>
      <TextField
        label="שם"
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        defaultValue={stage?.name ?? ''}
        error={errors['name']}
      />
      {!stage && (
        <SelectField
          label="מה זה אומר על ההזדמנות?"
          name="kind"
          value={kind}
          onChange={(event) => setKind(OpportunityStatus.parse(event.target.value))}
        >
          {OpportunityStatus.options.map((one) => (
            <option key={one} value={one}>
              {kindLabels[one]}
            </option>
          ))}
        </SelectField>
      )}
      {kind === 'open' && (
        <>
          <TextField
            label="הסתברות באחוזים"
            hint="כמה מההזדמנויות שמגיעות לכאן נסגרות בסוף. מזה מחושב הצפי."
            name="probability"
            required
            inputMode="numeric"
            autoComplete="off"
            defaultValue={stage?.probability ?? 50}
            error={errors['probability']}
          />
          <TextField
            label="ימים בלי התקדמות עד סימון"
            optional="(לא חובה)"
            hint="אחרי כמה ימים בשלב הכרטיס מסומן כממתין מדי."
            name="rot_days"
            inputMode="numeric"
            autoComplete="off"
            defaultValue={stage?.rot_days ?? ''}
            error={errors['rot_days']}
          />
        </>
      )}
      <fieldset className="stage-colors">
        <legend className="label">צבע</legend>
        {stageColors.map((color, i) => (
          <label key={color}>
            <input
              type="radio"
              name="color"
              value={color}
              checked={color === shownColor}
              onChange={() => setColor(color)}
              aria-label={colorNames[i]}
            />
            <StageDot color={color} />
          </label>
        ))}
      </fieldset>
    </>
  )
}
