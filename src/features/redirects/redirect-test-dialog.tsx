// Traces a URL: each redirect with the rule that caused it, and the final page.
import { ArrowDown } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useTraceRedirect } from '#features/redirects/redirects.data.ts'
import { type RedirectTrace, traceRefusals, traceTexts } from '#features/redirects/redirect-trace.ts'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Ltr } from '#ui/ltr.tsx'

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

export const RedirectTestDialog = ({ open, onOpenChange }: Props) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title="בדיקת כתובת"
    text="לאן מגיעים מהכתובת הזאת עכשיו, ובאיזו הפניה. הבדיקה אינה נספרת."
  >
    {open && <TestForm onDone={() => onOpenChange(false)} />}
  </Dialog>
)

function TestForm({ onDone }: { onDone: () => void }) {
  const [typed, setTyped] = useState('')
  const [errorText, setErrorText] = useState('')
  const tracing = useTraceRedirect()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!typed.trim()) return setErrorText('שדה חובה')
    setErrorText('')
    return tracing.mutate(typed, { onError: (error) => setErrorText(refusalText(error, traceRefusals)) })
  }

  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <TextField
          name="address"
          label="הכתובת"
          required
          dir="ltr"
          autoComplete="off"
          placeholder="/old-page"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={errorText}
        />
        <div aria-live="polite">{tracing.data && <Trace {...tracing.data} />}</div>
      </DialogBody>
      <FormActions words="בדיקה" busyWords="בודקים" busy={tracing.isPending} onBack={onDone} />
    </form>
  )
}

const marks = {
  page: ['success', 'עמוד'],
  elsewhere: ['info', 'אתר אחר'],
  missing: ['warning', 'לא נמצא'],
  failed: ['warning', 'לא נפתח'],
  loop: ['danger', 'מעגל'],
  too_long: ['danger', 'ארוך מדי'],
} as const

function Trace({ steps, end }: RedirectTrace) {
  const isChain = steps.length > 1 && (end.kind === 'page' || end.kind === 'elsewhere')
  const [kind, word] = marks[end.kind]
  return (
    <>
      <ol className="redirect-trace" aria-label="הדרך">
        {steps.map(({ from, code, rule }) => (
          <li key={from}>
            <Ltr>{from}</Ltr>
            <small>
              <Icon of={ArrowDown} /> {traceTexts.rules[rule]} (<Ltr>{code}</Ltr>)
            </small>
          </li>
        ))}
        <li>
          <Ltr>{end.address}</Ltr> <Badge kind={kind}>{word}</Badge>
          <small>{traceTexts.ends[end.kind]}</small>
        </li>
      </ol>
      {isChain && <p className="seo-note">{traceTexts.chain}</p>}
    </>
  )
}
