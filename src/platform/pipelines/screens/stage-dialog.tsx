import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useAddStage, useSaveStage } from '#platform/pipelines/editing.data.ts'
import {
  OpportunityStatus,
  kindLabels,
  refusals,
  type Stage,
  stageColors,
  type WholePipeline,
} from '#platform/pipelines/pipelines.ts'
import { formText } from '#lib/forms/form-text.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { StageDot } from '#ui/pictures/stage-dot.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Props = { pipeline: WholePipeline; stage: Stage | undefined; open: boolean; onClose: () => void }

/** Edits a stage, or adds one at the end of its kind. The kind (open, won, lost) is immutable. */
export const StageDialog = ({ open, onClose, ...form }: Props) => (
  <Dialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()} title={form.stage ? 'עריכת שלב' : 'שלב חדש'}>
    {open && <StageForm {...form} onDone={onClose} />}
  </Dialog>
)

const colorNames = ['אפור', 'כחול', 'סגול', 'כתום', 'ירוק', 'אדום']

function StageForm({ pipeline, stage, onDone }: Pick<Props, 'pipeline' | 'stage'> & { onDone: () => void }) {
  const [kind, setKind] = useState(stage?.kind ?? 'open')
  const [faults, setFaults] = useState<{ name?: string; probability?: string; rot?: string; all?: string }>({})
  const save = useSaveStage()
  const add = useAddStage()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const name = oneLine(formText(form, 'name'))
    const probability = formText(form, 'probability').trim()
    const rot = formText(form, 'rot_days').trim()
    const wrong = {
      ...(!name && { name: 'שדה חובה' }),
      ...(kind === 'open' && !/^(\d{1,2}|100)$/.test(probability) && { probability: 'מספר בין 0 ל־100' }),
      ...(rot && !/^[1-9]\d{0,3}$/.test(rot) && { rot: 'מספר ימים, או ריק' }),
    }
    setFaults(wrong)
    if (Object.keys(wrong).length > 0) return
    const values = {
      name,
      probability: kind === 'open' ? Number(probability) : kind === 'won' ? 100 : 0,
      rot_days: kind === 'open' && rot ? Number(rot) : null,
      color: formText(form, 'color'),
    }
    const outcome = {
      onSuccess: () => {
        toast.success(stage ? 'השלב נשמר' : 'השלב נוסף')
        onDone()
      },
      onError: (error: Error) => setFaults({ all: refusalText(error, refusals) }),
    }
    if (stage) return save.mutate({ seen: stage, values }, outcome)
    const ofKind = pipeline.stages.filter((other) => other.kind === kind)
    const position = ofKind.at(-1)?.position ?? pipeline.stages.length
    add.mutate({ ...values, pipeline_id: pipeline.id, kind, position }, outcome)
  }

  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <FormError>{faults.all}</FormError>
        <TextField
          label="שם"
          name="name"
          required
          maxLength={60}
          autoComplete="off"
          defaultValue={stage?.name ?? ''}
          error={faults.name}
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
              error={faults.probability}
            />
            <TextField
              label="סבלנות בימים"
              optional="(לא חובה)"
              hint="אחרי כמה ימים בשלב הכרטיס מסומן כממתין מדי."
              name="rot_days"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={stage?.rot_days ?? ''}
              error={faults.rot}
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
                defaultChecked={color === (stage?.color ?? stageColors[0])}
                aria-label={colorNames[i]}
              />
              <StageDot color={color} />
            </label>
          ))}
        </fieldset>
      </DialogBody>
      <FormActions words="שמירה" busy={save.isPending || add.isPending} onBack={onDone} />
    </form>
  )
}
