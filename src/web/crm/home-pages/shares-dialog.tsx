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
  type Shares,
} from '#features/experiments/experiments.ts'
import { TextField } from '#ui/forms/field.tsx'
import { FormFault } from '#ui/forms/form-fault.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useOverTheirs } from '../over-theirs.ts'
import { SavedMeanwhile } from '../saved-meanwhile.tsx'
import { percent } from './comparison-words.ts'
import type { HomePageName } from './home-page-names.ts'
import type { Question } from './steps.ts'

type Props = Question & {
  /** The one whose shares change; without it a new one begins. */
  running?: MeasuredExperiment | undefined
  /** The pages that may take part. */
  offered: readonly HomePage[]
  nameOf: HomePageName
}

/** How visitors are shared out. Weights need not make a hundred: beside each stands what it comes to. */
export function SharesDialog(props: Props) {
  const { open, onClose, finalFocus, running } = props
  return (
    <Dialog
      open={open}
      finalFocus={finalFocus}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={running ? 'שינוי החלוקה' : 'השוואה חדשה'}
      text={
        running
          ? 'הספירה תתחיל מחדש, כי מה שנמדד יחד צריך להיות מוצג באותה חלוקה.'
          : 'כמה מהמבקרים בכתובת הראשית יראו כל דף. אפשר לשנות ולעצור בכל רגע.'
      }
    >
      {open && <SharesForm {...props} />}
    </Dialog>
  )
}

function SharesForm({ onClose, onDone, running, offered, nameOf }: Props) {
  const saving = useStartExperiment()
  const [fault, setFault] = useState('')
  const sharesIn = (comparison: MeasuredExperiment | undefined): Record<HomePage, number> => ({
    ...noShares,
    ...(comparison
      ? Object.fromEntries(comparison.pages.map(({ key, weight }) => [key, weight]))
      : equalShares(offered)),
  })
  const form = useOverTheirs(running, {
    asTyped: sharesIn,
    labels: Object.fromEntries(homePages.map((page) => [page, nameOf(page)])) as Record<HomePage, string>,
  })
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(Object.entries(sharesIn(form.base)).map(([page, weight]) => [page, String(weight)])),
  )
  const weights = { ...noShares, ...Object.fromEntries(offered.map((page) => [page, weightIn(typed[page])])) }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // A field says itself what is wrong in it.
    const wrong = offered.find((page) => Number.isNaN(weights[page]))
    if (wrong) {
      setFault('')
      return event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
    }
    const code = sharesProblem(weights)
    if (code) return setFault(refusals[code])
    setFault('')
    const over = form.over(weights)
    const shares: Shares = Object.fromEntries(offered.map((page) => [page, over[page]]))
    try {
      await saving.mutateAsync({ shares, seen: form.seen?.id })
      onDone()
      if (running) toast.success('הספירה התחילה מחדש', { title: 'החלוקה החדשה בתוקף' })
      else toast.success('כל מבקר רואה מעכשיו אחד מהדפים', { title: 'ההשוואה התחילה' })
    } catch (error) {
      if (!form.isRefusedAsStale(error)) setFault(refusalText(error, refusals))
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <DialogBody>
        <SavedMeanwhile theirs={form.theirs} />
        <FormFault>{fault}</FormFault>
        {offered.map((page) => (
          <TextField
            key={page}
            name={page}
            inputMode="numeric"
            maxLength={3}
            autoComplete="off"
            required
            label={nameOf(page)}
            hint={shareInWords(weights, page)}
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

/** Not a number where what was typed is no weight. */
function weightIn(text = ''): number {
  const weight = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN
  return weight <= 100 ? weight : Number.NaN
}

function shareInWords(weights: Shares, page: HomePage): string {
  const share = shareOf(weights, page)
  if (Number.isNaN(share)) return 'משקל מ־0 עד 100'
  return share === 0 ? 'לא יוצג בהשוואה' : `${percent(share, 0)} מהמבקרים`
}
