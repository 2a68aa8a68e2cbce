import { type RefObject, type SubmitEvent, useRef, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { type MeasuredExperiment, useChooseWinner } from '#features/experiments/experiments.data.ts'
import { type HomePage, refusals } from '#features/experiments/experiments.ts'
import { conversionRate, type Significance } from '#features/experiments/significance.ts'
import { type ListedPage, stateOf } from '#platform/pages/editing.data.ts'
import { formText } from '#lib/forms/form-text.ts'
import { FormError } from '#ui/forms/form-error.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { percent, rangeText } from './verdict-texts.ts'
import type { VariantName } from './variant-names.ts'
import type { ExperimentDialogProps } from './experiment-dialogs.ts'

type Props = ExperimentDialogProps & {
  comparison: MeasuredExperiment
  verdict: Significance
  pages: readonly ListedPage[]
  nameOf: VariantName
}

/** Ends the experiment with a winner: its content is published as the page `/`. */
export function WinnerDialog(props: Props) {
  const { open, onClose, finalFocus, verdict } = props
  const best = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      {...(verdict.is === 'winner' && { initialFocus: best })}
      open={open}
      finalFocus={finalFocus}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="איזה דף יהיה עמוד הבית?"
      text="מה שכתוב בדף שתבחרו יתפרסם בעמוד הבית כגרסה חדשה, וההשוואה תסתיים. אפשר לחזור לגרסה הקודמת מההיסטוריה של העמוד."
    >
      {open && <WinnerForm {...props} best={best} />}
    </Dialog>
  )
}

function WinnerForm({
  onClose,
  onDone,
  comparison,
  verdict,
  pages,
  nameOf,
  best,
}: Props & { best: RefObject<HTMLInputElement | null> }) {
  const choosing = useChooseWinner()
  const [errorText, setErrorText] = useState('')
  const home = pages.find(({ path }) => path === comparison.path)
  const isBest = (key: HomePage) => verdict.is === 'winner' && verdict.key === key
  const shown = comparison.pages.filter(({ weight }) => weight > 0)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const key = formText(new FormData(event.currentTarget), 'winner') as HomePage | ''
    if (!key) return setErrorText('צריך לבחור דף')
    setErrorText('')
    try {
      await choosing.mutateAsync({
        comparisonId: comparison.id,
        key,
        seenPublishedId: home?.published_version_id ?? null,
      })
      onDone()
      toast.success('כל המבקרים רואים אותו מעכשיו', { title: 'עמוד הבית נבחר' })
    } catch (error) {
      setErrorText(refusalText(error, refusals))
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <DialogBody>
        {verdict.is !== 'winner' && <p>עוד אין מספיק כדי לדעת איזה דף טוב יותר. אפשר לבחור גם עכשיו.</p>}
        <FormError>{errorText}</FormError>
        <fieldset className="compare__choice">
          <legend className="vh">הדף הנבחר</legend>
          {shown.map((page) => (
            <label key={page.key}>
              <input
                type="radio"
                name="winner"
                value={page.key}
                defaultChecked={isBest(page.key)}
                ref={isBest(page.key) ? best : undefined}
              />
              <b>{nameOf(page.key)}</b>
              <small>
                השאירו פרטים:{' '}
                {page.visitors > 0 ? `${percent(conversionRate(page))}, ${rangeText(page)}` : 'לא היו מבקרים'}
              </small>
            </label>
          ))}
        </fieldset>
        {home && stateOf(home) === 'changed' && (
          <p>בעמוד הבית יש שינויים שעוד לא פורסמו. הם יישארו בהיסטוריית הגרסאות שלו.</p>
        )}
      </DialogBody>
      <FormActions words="לבחור כמנצח" busy={choosing.isPending} onBack={onClose} />
    </form>
  )
}
