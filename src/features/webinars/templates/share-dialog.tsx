import { useState } from 'react'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { failedTemplateStep } from './failed-template-step.ts'
import { previewPath } from './webinar-template.ts'
import { useRevokeTemplateShares, useShareWebinarTemplate, type WebinarTemplateRow } from './webinar-templates.data.ts'

const spans = [
  { hours: 24, text: 'יום אחד' },
  { hours: 168, text: 'שבוע' },
  { hours: 720, text: 'חודש' },
] as const

type Props = { template: WebinarTemplateRow; open: boolean; onClose: () => void }

/** A link that opens the preview without an account, until it expires or is revoked. */
export function ShareDialog({ template, open, onClose }: Props) {
  const [hours, setHours] = useState<number>(168)
  const [link, setLink] = useState('')
  const share = useShareWebinarTemplate()
  const revoke = useRevokeTemplateShares()
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="קישור לצפייה בתבנית"
      text="הקישור מציג את העמודים עם פרטים לדוגמה, בלי כניסה למערכת."
    >
      <DialogBody>
        <SelectField
          name="hours"
          label="הקישור פתוח"
          value={hours}
          onChange={(event) => setHours(Number(event.target.value))}
        >
          {spans.map(({ hours: span, text }) => (
            <option key={span} value={span}>
              {text}
            </option>
          ))}
        </SelectField>
        {link && (
          <TextField
            name="link"
            label="הקישור, להעתקה"
            readOnly
            dir="ltr"
            value={link}
            onFocus={(event) => event.target.select()}
          />
        )}
      </DialogBody>
      <DialogActions>
        <Button
          look="primary"
          busy={share.isPending}
          onClick={() =>
            share.mutate(
              { id: template.id, hours },
              {
                onSuccess: ({ token }) => setLink(`${location.origin}${previewPath(template.id, token)}`),
                onError: failedTemplateStep,
              },
            )
          }
        >
          יצירת קישור
        </Button>
        <Button
          look="ghost"
          busy={revoke.isPending}
          onClick={() =>
            revoke.mutate(template.id, {
              onSuccess() {
                setLink('')
                toast.success('כל הקישורים לתבנית נסגרו')
              },
              onError: failedTemplateStep,
            })
          }
        >
          סגירת כל הקישורים
        </Button>
      </DialogActions>
    </Dialog>
  )
}
