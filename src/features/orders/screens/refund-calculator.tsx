import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { type Cancellation, type LegalRefund, legalRefund } from '#features/cancellations/cancellations.ts'
import { formatMoney } from '#lib/money.ts'
import { dayOf, formatDate } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { DayField } from '#ui/dates/day-field.tsx'
import { CheckField, SelectField, TextField } from '#ui/forms/field.tsx'
import type { ShownOrder } from '../order-list.data.ts'

type Props = { order: ShownOrder; leftAgorot: number; onTake: (agorot: number) => void }

const kinds: Record<Cancellation['kind'], string> = {
  meetings: 'מספר פגישות',
  single: 'פגישה או אירוע אחד',
  continuous: 'ליווי מתמשך',
  digital: 'תוכן דיגיטלי',
}

/** Computes the refund due by law for this order. Its fields are not submitted: staff accept the amount or enter another. */
export function RefundCalculator({ order, leftAgorot, onTake }: Props) {
  const boughtOn = dayOf(order.paid_at ?? order.created_at)
  const now = useNow()
  const [known, setKnown] = useState<Omit<Cancellation, 'priceAgorot' | 'paidAgorot' | 'boughtOn'>>({
    cancelledOn: dayOf(now),
    isProtected: false,
    hadConversation: false,
    isDefective: false,
    kind: 'meetings',
  })
  const change = (part: Partial<typeof known>) => setKnown((before) => ({ ...before, ...part }))
  const count = (part: Partial<NonNullable<Cancellation['used']>>) =>
    change({ used: { given: 0, included: 0, ...known.used, ...part } })
  const refund = legalRefund({ ...known, priceAgorot: order.amount_agorot, paidAgorot: leftAgorot, boughtOn })
  const hasParts = known.kind === 'meetings' || known.kind === 'continuous'
  return (
    <section className="legal-refund" aria-label="החזר לפי החוק">
      <h3>החזר לפי חוק הגנת הצרכן</h3>
      <div className="legal-refund__fields">
        <DayField
          name="cancelled_on"
          label="הודעת הביטול התקבלה"
          defaultValue={known.cancelledOn}
          onValueChange={(day) => day && change({ cancelledOn: day })}
        />
        <DayField
          name="disclosed_on"
          label="מסמך הגילוי התקבל"
          hint="אם אחרי הקנייה: הימים נספרים ממנו"
          defaultValue=""
          onValueChange={(day) => change({ disclosedOn: day || undefined })}
        />
        <SelectField
          name="kind"
          label="מה נקנה"
          value={known.kind}
          onChange={(event) => change({ kind: event.target.value as Cancellation['kind'] })}
        >
          {Object.entries(kinds).map(([kind, text]) => (
            <option key={kind} value={kind}>
              {text}
            </option>
          ))}
        </SelectField>
        {hasParts && (
          <>
            <NumberField name="given" label="ניתנו" onCount={(given) => count({ given })} />
            <NumberField name="included" label="מתוך" onCount={(included) => count({ included })} />
          </>
        )}
        {known.kind === 'single' && (
          <DayField
            name="service_on"
            label="מועד השירות"
            defaultValue=""
            onValueChange={(day) => change({ serviceOn: day || undefined })}
          />
        )}
        {known.kind === 'digital' && (
          <NumberField name="watched" label="נצפו, באחוזים" onCount={(watchedPercent) => change({ watchedPercent })} />
        )}
      </div>
      <CheckField
        name="is_protected"
        label="אדם עם מוגבלות, בן 65 ומעלה או עולה חדש"
        checked={known.isProtected}
        onChange={(event) => change({ isProtected: event.target.checked })}
      />
      <CheckField
        name="had_conversation"
        label="העסקה כללה שיחה, גם בהודעות"
        checked={known.hadConversation}
        onChange={(event) => change({ hadConversation: event.target.checked })}
      />
      <CheckField
        name="is_defective"
        label="הביטול בגלל פגם או אי־התאמה"
        checked={known.isDefective}
        onChange={(event) => change({ isDefective: event.target.checked })}
      />
      <output>
        <b>{resultText(refund)}</b>
        {refund.refundAgorot > 0 && (
          <span>
            {refund.usedAgorot > 0 && `תמורת מה שניתן: ${formatMoney(refund.usedAgorot)}. `}
            {refund.feeAgorot > 0 ? `דמי ביטול: ${formatMoney(refund.feeAgorot)}. ` : 'בלי דמי ביטול. '}
            {`להחזיר עד ${formatDate(refund.payBy)}.`}
          </span>
        )}
      </output>
      {refund.refundAgorot > 0 && (
        <Button size="sm" onClick={() => onTake(refund.refundAgorot)}>
          {`לקחת את הסכום: ${formatMoney(refund.refundAgorot)}`}
        </Button>
      )}
    </section>
  )
}

type NumberProps = { name: string; label: string; onCount: (count: number) => void }

const NumberField = ({ name, label, onCount }: NumberProps) => (
  <TextField
    name={name}
    label={label}
    inputMode="numeric"
    autoComplete="off"
    maxLength={3}
    defaultValue=""
    onChange={(event) => onCount(Math.max(0, Math.trunc(Number(event.target.value)) || 0))}
  />
)

function resultText({ basis, until, endsOn, refundAgorot }: LegalRefund): string {
  const amount = formatMoney(refundAgorot)
  switch (basis) {
    case 'defect':
      return `החזר מלא של ${amount}: פגם או אי־התאמה`
    case 'continuous':
      return `החזר של ${amount}: עסקה מתמשכת, שמסתיימת עד ${formatDate(endsOn!)}. משלמים עד אז`
    case 'late':
      return `אין חובת החזר: המועד לביטול היה ${formatDate(until!)}`
    case 'too_close':
      return 'אין חובת החזר: פחות משני ימי עבודה לפני השירות'
    case 'watched':
      return 'אין חובת החזר: נצפו 20% מהתוכן או יותר'
    case 'four_months':
      return `החזר של ${amount}: זכות ביטול בתוך ארבעה חודשים, עד ${formatDate(until!)}`
    case 'fourteen_days':
      return `החזר של ${amount}: בתוך 14 ימים, עד ${formatDate(until!)}`
  }
}
