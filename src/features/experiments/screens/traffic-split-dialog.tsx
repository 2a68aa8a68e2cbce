import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { type MeasuredExperiment, useStartExperiment } from '#features/experiments/experiments.data.ts'
import {
  equalShares,
  sharesProblem,
  type HomePage,
  homePages,
  refusals,
  shareOf,
  type TrafficShares,
} from '#features/experiments/experiments.ts'
import { TextField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useConcurrentEdit } from '#platform/editing/merge-concurrent-edit.ts'
import { ConflictBanner } from '#platform/editing/conflict-banner.tsx'
import { percent } from './verdict-texts.ts'
import type { VariantName } from './variant-names.ts'
import type { ExperimentDialogProps } from './experiment-dialogs.ts'
import { RecordDialog } from '#platform/editing/record-dialog.tsx'

type Props = ExperimentDialogProps & {
  /** The experiment whose weights change; without it a new one starts. */
  running?: MeasuredExperiment | undefined
  /** Candidate variants. */
  offered: readonly HomePage[]
  nameOf: VariantName
}

/** Traffic weights per variant. They need not sum to 100; the resulting share is shown beside each. */
export function TrafficSplitDialog(props: Props) {
  const { open, onClose, finalFocus, running } = props
  return (
    <RecordDialog
      open={open}
      finalFocus={finalFocus}
      onClose={onClose}
      title={running ? 'שינוי החלוקה' : 'השוואה חדשה'}
      text={
        running
          ? 'הספירה תתחיל מחדש, כי מה שנמדד יחד צריך להיות מוצג באותה חלוקה.'
          : 'כמה מהמבקרים בכתובת הראשית יראו כל דף. אפשר לשנות ולעצור בכל רגע.'
      }
    >
      {open && <TrafficSplitForm {...props} />}
    </RecordDialog>
  )
}

function TrafficSplitForm({ onClose, onDone, running, offered, nameOf }: Props) {
  const saving = useStartExperiment()
  const [errorText, setErrorText] = useState('')
  const sharesIn = (comparison: MeasuredExperiment | undefined): Record<HomePage, number> => ({
    ...noShares,
    ...(comparison
      ? Object.fromEntries(comparison.pages.map(({ key, weight }) => [key, weight]))
      : equalShares(offered)),
  })
  const form = useConcurrentEdit(running, {
    toFormValues: sharesIn,
    labels: Object.fromEntries(homePages.map((page) => [page, nameOf(page)])) as Record<HomePage, string>,
  })
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.entries(sharesIn(form.base)).map(([page, weight]) => [page, String(weight)])),
  )
  const weights = { ...noShares, ...Object.fromEntries(offered.map((page) => [page, parseWeight(typed[page])])) }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // Invalid fields show their own error.
    const wrong = offered.find((page) => Number.isNaN(weights[page]))
    if (wrong) {
      setErrorText('')
      return event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    }
    const code = sharesProblem(weights)
    if (code) return setErrorText(refusals[code])
    setErrorText('')
    const over = form.merge(weights)
    const shares: TrafficShares = Object.fromEntries(offered.map((page) => [page, over[page]]))
    try {
      await saving.mutateAsync({ shares, seen: form.seen?.id })
      onDone()
      if (running) toast.success('הספירה התחילה מחדש', { title: 'החלוקה החדשה בתוקף' })
      else toast.success('כל מבקר רואה מעכשיו אחד מהדפים', { title: 'ההשוואה התחילה' })
    } catch (error) {
      if (!form.isRefusedAsStale(error)) setErrorText(refusalText(error, refusals))
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <DialogBody>
        <ConflictBanner theirs={form.theirs} />
        <FormError>{errorText}</FormError>
        {offered.map((page) => (
          <TextField
            key={page}
            name={page}
            inputMode="numeric"
            maxLength={3}
            autoComplete="off"
            required
            label={nameOf(page)}
            hint={shareText(weights, page)}
            error={Number.isNaN(weights[page]) ? refusals.variant_weight : undefined}
            value={typed[page] ?? ''}
            onChange={({ target }) => setTyped({ ...typed, [page]: target.value })}
          />
        ))}
      </DialogBody>
      <FormActions words={running ? 'שמירת החלוקה' : 'התחלת ההשוואה'} busy={saving.isPending} onBack={onClose} />
    </form>
  )
}

const noShares: Record<HomePage, number> = { '/': 0, '/home-2': 0, '/home-3': 0 }

/** NaN for an invalid weight. */
function parseWeight(text = ''): number {
  const weight = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN
  return weight <= 100 ? weight : Number.NaN
}

function shareText(weights: TrafficShares, page: HomePage): string {
  const share = shareOf(weights, page)
  if (Number.isNaN(share)) return 'משקל מ־0 עד 100'
  return share === 0 ? 'לא יוצג בהשוואה' : `${percent(share, 0)} מהמבקרים`
}
