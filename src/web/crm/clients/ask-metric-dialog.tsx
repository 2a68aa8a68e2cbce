import { type SubmitEvent, useState } from 'react'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { useAskForMetric } from '#features/metrics/metrics.data.ts'
import { frequencyLabels, metricFrequencies, metricUnits, refusals, unitLabels } from '#features/metrics/metrics.ts'
import { dayOf } from '#lib/time/dates.ts'
import { DayField } from '#ui/dates/day-field.tsx'
import { CheckField, SelectField, TextField } from '#ui/forms/field.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Props = { contactId: string; hasPartner: boolean; onClose: () => void }

/** Adds a metric for a client to report: name, unit, interval and first period. */
export function AskMetricDialog({ contactId, hasPartner, onClose }: Props) {
  const today = dayOf(useNow())
  const ask = useAskForMetric()
  const [errorText, setErrorText] = useState<string>()
  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const textOf = (field: string) => {
      const value = fields.get(field)
      return typeof value === 'string' ? value.trim() : ''
    }
    const name = textOf('name')
    if (name === '') return setErrorText('יש לכתוב מה לדווח')
    try {
      await ask.mutateAsync({
        contact_id: contactId,
        name,
        unit: metricUnits.find((unit) => unit === textOf('unit')) ?? 'money',
        every: metricFrequencies.find((every) => every === textOf('every')) ?? 'month',
        starts_on: textOf('since') || today,
        shared_with: fields.has('shared') ? 'household' : 'client',
      })
      toast.success('הבקשה מחכה באזור האישי')
      onClose()
    } catch (error) {
      setErrorText(refusalText(error, refusals))
    }
  }
  return (
    <Dialog open title="בקשת מספר" onOpenChange={(open) => !open && onClose()}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogBody>
          <TextField
            name="name"
            label="מה לדווח"
            hint="למשל: יתרת העו״ש בסוף החודש"
            required
            maxLength={80}
            error={errorText}
            onChange={() => setErrorText(undefined)}
          />
          <SelectField name="unit" label="סוג המספר" defaultValue="money">
            {metricUnits.map((unit) => (
              <option key={unit} value={unit}>
                {unitLabels[unit]}
              </option>
            ))}
          </SelectField>
          <SelectField name="every" label="כל כמה זמן" defaultValue="month">
            {metricFrequencies.map((every) => (
              <option key={every} value={every}>
                {frequencyLabels[every]}
              </option>
            ))}
          </SelectField>
          <DayField name="since" label="מאיזה יום" defaultValue={today} max={today} />
          {hasPartner && <CheckField name="shared" label="משותף: גם בן או בת הזוג רואים ומדווחים" defaultChecked />}
        </DialogBody>
        <FormActions words="שליחת הבקשה" busy={ask.isPending} onBack={onClose} />
      </form>
    </Dialog>
  )
}
