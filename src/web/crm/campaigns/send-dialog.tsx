import { type SubmitEvent, useState } from 'react'
import { useNow } from '#client/now.ts'
import { type SendTime, useAudience } from '#features/campaigns/campaigns.data.ts'
import type { CampaignDraft } from '#features/campaigns/campaigns.ts'
import { useMailStatus } from '#platform/mail-status/mail-status.data.ts'
import { MailNotice } from '#platform/mail-status/mail-notice.tsx'
import { useQuietHours } from '#features/messages/messages.data.ts'
import { quietUntil } from '#features/messages/messages.ts'
import { dayOf, formatLongDate, formatTime, instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { count } from '#lib/hebrew/count.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { TimeField } from '#ui/dates/time-field.tsx'
import { DayField } from '#ui/dates/day-field.tsx'

type Props = {
  draft: CampaignDraft
  isLater: boolean
  busy: boolean
  onChosen: (at: SendTime) => void
  onClose: () => void
}

/** Confirms sending: recipient count and time. */
export function SendDialog({ draft, isLater, busy, onChosen, onClose }: Props) {
  const { data: reached } = useAudience(draft)
  const people = reached?.find(({ excluded }) => excluded === null)?.people ?? 0
  const toWhom = count(people, { zero: 'לאף אחד', one: 'לאדם אחד', two: 'לשני אנשים', other: 'ל־# אנשים' })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isLater ? 'מתי לשלוח?' : `לשלוח עכשיו ${toWhom}?`}
      text={
        isLater
          ? `לפי הקהל של עכשיו ההודעה תישלח ${toWhom}. הרשימה נקבעת ברגע השליחה.`
          : 'אחרי שהשליחה מתחילה אפשר להשהות אותה או לעצור, אבל מה שנשלח כבר לא חוזר.'
      }
    >
      <MailNoticeInDialog />
      {isLater ? (
        <LaterForm busy={busy} onChosen={onChosen} onClose={onClose} />
      ) : (
        <NowForm busy={busy} onChosen={onChosen} onClose={onClose} />
      )}
    </Dialog>
  )
}

function MailNoticeInDialog() {
  const { data: mail } = useMailStatus()
  return mail && !mail.isConfigured ? (
    <DialogBody>
      <MailNotice />
    </DialogBody>
  ) : null
}

type FormProps = Pick<Props, 'busy' | 'onChosen' | 'onClose'>

function NowForm({ busy, onChosen, onClose }: FormProps) {
  const quiet = useQuietHoursEffect(useNow())
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onChosen('now')
      }}
    >
      {quiet && (
        <DialogBody>
          <p className="email-note">{quiet}</p>
        </DialogBody>
      )}
      <FormActions words="שליחה" busy={busy} onBack={onClose} />
    </form>
  )
}

function LaterForm({ busy, onChosen, onClose }: FormProps) {
  const now = useNow()
  const [day, setDay] = useState(() => addDays(dayOf(now), 1))
  const [time, setTime] = useState('10:00')
  const [error, setError] = useState<string>()
  const at = instantAt(day, time)
  const quiet = useQuietHoursEffect(at)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!(at.getTime() > Date.now())) return setError('יש לבחור מועד עתידי')
    onChosen(at)
  }

  return (
    <form onSubmit={submit} noValidate>
      <DialogBody>
        <div className="email-pair">
          <DayField
            name="day"

            label="יום"
            required
            value={day}
            min={dayOf(now)}
            error={error}
            onValueChange={setDay}
          />
          <TimeField
            name="time"

            label="שעה, לפי השעון בישראל"
            required
            value={time}
            onValueChange={setTime}
          />
        </div>
        {quiet && <p className="email-note">{quiet}</p>}
      </DialogBody>
      <FormActions words="תזמון" busy={busy} onBack={onClose} />
    </form>
  )
}

/** The effect of quiet hours on a message sent at that time. */
function useQuietHoursEffect(at: Date): string | undefined {
  const hours = useQuietHours()
  if (!hours || Number.isNaN(at.getTime())) return undefined
  const end = quietUntil(at, hours)
  return end && `המועד חל בשעות השקט, ולכן ההודעה תצא ב${formatLongDate(end)}, בשעה ${formatTime(end)}.`
}
