import { type SubmitEvent, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { formText } from '#lib/forms/form-text.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { SelectField, TextAreaField } from '#ui/forms/field.tsx'
import { FormError } from '#ui/forms/form-error.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useRecordConsent } from './consents.data.ts'
import { channelLabels, refusals } from './consents.ts'

/** A phone number or e-mail address of the contact. */
export type Reach = { kind: 'phone' | 'email'; value_norm: string }

type Props = { contactId: string; points: readonly Reach[]; open: boolean; onOpenChange: (open: boolean) => void }
type Channel = keyof typeof channelLabels
const channelsOf: Record<Reach['kind'], readonly Channel[]> = { phone: ['whatsapp', 'sms', 'phone'], email: ['email'] }

/** Records a consent or refusal given to a staff member. Entries are append-only. */
export const RecordConsentDialog = (props: Props) => (
  <Dialog
    open={props.open}
    onOpenChange={props.onOpenChange}
    title="רישום הסכמה או הסרה"
    text="מה שנרשם כאן לא נמחק ולא משתנה. אפשר רק להוסיף אחריו"
  >
    {props.open && <Form {...props} />}
  </Dialog>
)

function Form({ contactId, points, onOpenChange }: Props) {
  const record = useRecordConsent(contactId)
  const [fault, setFault] = useState<{ proof?: string; all?: string }>({})
  const ways = points.flatMap((point) => channelsOf[point.kind].map((channel) => ({ channel, ...point })))

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const way = ways[Number(formText(form, 'way'))]
    const proof = formText(form, 'proof').trim()
    if (!way || proof.length < 4) {
      setFault({ proof: 'כתבו מה נאמר, מתי ואיך: זו ההוכחה' })
      event.currentTarget.querySelector('textarea')?.focus()
      return
    }
    const action = formText(form, 'action') === 'withdraw' ? 'withdraw' : 'grant'
    record.mutate(
      { channel: way.channel, value_norm: way.value_norm, action, proof },
      {
        onSuccess: () => {
          toast.success(action === 'grant' ? 'ההסכמה נרשמה' : 'ההסרה נרשמה')
          onOpenChange(false)
        },
        onError: (error) => setFault({ all: refusalText(error, refusals) }),
      },
    )
  }

  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <FormError>{fault.all}</FormError>
        <SelectField label="מה נאמר" name="action" defaultValue="grant">
          <option value="grant">מסכימים לקבל תוכן שיווקי</option>
          <option value="withdraw">ביקשו להפסיק</option>
        </SelectField>
        <SelectField label="לאן" name="way" defaultValue="0">
          {ways.map(({ channel, kind, value_norm: value }, at) => (
            <option key={`${channel} ${value}`} value={at}>
              {channelLabels[channel]}: {kind === 'phone' ? formatPhone(value) : value}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label="הוכחה"
          name="proof"
          required
          rows={3}
          maxLength={500}
          dir="auto"
          hint="לדוגמה: בשיחה מהיום ביקשו לקבל את העדכון השבועי בוואטסאפ"
          error={fault.proof}
        />
      </DialogBody>
      <FormActions words="רישום" busy={record.isPending} onBack={() => onOpenChange(false)} />
    </form>
  )
}
