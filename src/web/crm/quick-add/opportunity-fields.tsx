import { useState } from 'react'
import { useUserId } from '#client/session-context.tsx'
import { useProducts } from '#features/products/products.data.ts'
import { formText } from '#lib/forms/form-text.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { parseMoney } from '#lib/parse-money.ts'
import { OwnerSelect } from '#platform/accounts/staff-select.tsx'
import type { WholePipeline } from '#platform/pipelines/pipelines.ts'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'

type Props = { pipelines: readonly WholePipeline[]; stageId: string | undefined; amountError: string | undefined }

/** Product, stage and next step of an opportunity. */
export function OpportunityFields({ pipelines, stageId, amountError }: Props) {
  const products = useProducts().data ?? []
  const userId = useUserId()
  const [owner, setOwner] = useState<string | null>(userId)
  return (
    <>
      <div className="pair">
        <SelectField label="מוצר" name="product_id" defaultValue="">
          <option value="">לא נבחר</option>
          {products
            .filter(({ is_active }) => is_active)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </SelectField>
        <TextField
          label="סכום בשקלים"
          optional="(לא חובה)"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          error={amountError}
        />
        <StageSelect pipelines={pipelines} stageId={stageId} />
        <DayField label="סגירה צפויה" optional="(לא חובה)" name="expected_close_on" />
        <TextField
          label="הצעד הבא"
          optional="(לא חובה)"
          name="step_name"
          maxLength={200}
          autoComplete="off"
          dir="auto"
        />
        <DayField label="מתי" optional="(לא חובה)" name="step_due_on" />
        <OwnerSelect value={owner} onChange={setOwner} />
        <TextField
          label="שם ההזדמנות"
          optional="(לא חובה)"
          name="opportunity_name"
          maxLength={160}
          autoComplete="off"
          placeholder="שם איש הקשר"
        />
      </div>
    </>
  )
}

function StageSelect({ pipelines, stageId }: Pick<Props, 'pipelines' | 'stageId'>) {
  const open = pipelines.map((pipeline) => ({
    ...pipeline,
    stages: pipeline.stages.filter(({ kind }) => kind === 'open'),
  }))
  const options = (stages: (typeof open)[number]['stages']) =>
    stages.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))
  return (
    <SelectField label="שלב" name="stage_id" defaultValue={stageId ?? open[0]?.stages[0]?.id}>
      {open.length === 1
        ? options(open[0]!.stages)
        : open.map(({ id, name, stages }) => (
            <optgroup key={id} label={name}>
              {options(stages)}
            </optgroup>
          ))}
    </SelectField>
  )
}

/** The field values; `amount_agorot` is undefined if the amount is invalid. */
export function readOpportunity(form: FormData) {
  const amount = formText(form, 'amount')
  const orNull = (name: string) => formText(form, name) || null
  return {
    name: oneLine(formText(form, 'opportunity_name')) || null,
    stage_id: formText(form, 'stage_id'),
    product_id: orNull('product_id'),
    amount_agorot: amount ? parseMoney(amount) : 0,
    expected_close_on: orNull('expected_close_on'),
    owner_id: orNull('owner_id'),
    step_name: oneLine(formText(form, 'step_name')) || null,
    step_due_on: orNull('step_due_on'),
  }
}
