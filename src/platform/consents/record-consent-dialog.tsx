import { formatPhone } from '#lib/format-phone.ts'
import { SelectField, TextAreaField } from '#ui/forms/field.tsx'
import { useRecordConsent } from './consents.data.ts'
import { channelLabels, refusals } from './consents.ts'
import { toast } from '#ui/toast/toast.tsx'
import { z } from '#lib/schema.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'

/** A phone number or e-mail address of the contact. */
export type ContactAddress = { kind: 'phone' | 'email'; value_norm: string }

type Props = {
  contactId: string
  points: readonly ContactAddress[]
  open: boolean
  onOpenChange: (open: boolean) => void
}
type Channel = keyof typeof channelLabels
const channelsOf: Record<ContactAddress['kind'], readonly Channel[]> = {
  phone: ['whatsapp', 'sms', 'phone'],
  email: ['email'],
}

const ConsentEntry = z.object({
  action: z.enum(['grant', 'withdraw']),
  /** Index into the channels offered. */
  way: z.coerce.number(),
  proof: z.string().trim().min(4, 'כתבו מה נאמר, מתי ואיך: זו ההוכחה'),
})

/** Records a consent or refusal given to a staff member. Entries are append-only. */
export function RecordConsentDialog({ contactId, points, open, onOpenChange }: Props) {
  const record = useRecordConsent(contactId)
  const ways = points.flatMap((point) => channelsOf[point.kind].map((channel) => ({ channel, ...point })))
  return (
    <RecordDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title="רישום הסכמה או הסרה"
      text="מה שנרשם כאן לא נמחק ולא משתנה. אפשר רק להוסיף אחריו"
    >
      <RecordForm
        schema={ConsentEntry}
        refusals={refusals}
        save={({ way, ...entry }) => {
          const { channel, value_norm } = ways[way]!
          return record.mutateAsync({ channel, value_norm, ...entry })
        }}
        saved={(_, { action }) => toast.success(action === 'grant' ? 'ההסכמה נרשמה' : 'ההסרה נרשמה')}
        action="רישום"
      >
        {(errors) => (
          <>
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
              error={errors['proof']}
            />
          </>
        )}
      </RecordForm>
    </RecordDialog>
  )
}
