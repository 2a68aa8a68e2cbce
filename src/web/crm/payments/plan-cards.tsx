import '#features/orders/screens/link-to-send.css'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import type { ShownCharge } from '#features/payments/payments.data.ts'
import type { SettledCharge } from '#features/payments/balance.ts'
import { formatMoney } from '#lib/money.ts'
import { dayOf, formatDate } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Block } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { refusals } from '#features/orders/payment-link.ts'
import { nextAttemptOn } from '#features/orders/plans/next-attempt.ts'
import {
  type ShownPlan,
  useDeclinedCharges,
  usePlanCards,
  useSwitchPlanCard,
} from '#features/orders/plans/plan-cards.data.ts'
import { ChargeLinkDialog } from './charge-link-dialog.tsx'
import type { Payer } from './payer-of.ts'

type Props = { contact: Payer; charges: readonly SettledCharge<ShownCharge>[]; mayWrite: boolean }

/** Unpaid plans, and the saved card that is charged for each. The first payment by a link saves the card. */
export function PlanCards({ contact, charges, mayWrite }: Props) {
  const planIds = [...new Set(charges.flatMap(({ plan_id: of }) => of ?? []))].toSorted()
  const { data: plans = [] } = usePlanCards(contact.id, planIds)
  const [linking, setLinking] = useState<ShownPlan>()
  const open = plans.flatMap((plan) => {
    const next = charges
      .filter(({ plan_id: of, state }) => of === plan.id && state !== 'paid' && state !== 'void')
      .toSorted((a, b) => a.due_on.localeCompare(b.due_on))[0]
    return next ? [{ plan, next }] : []
  })
  const { data: declined = [] } = useDeclinedCharges(
    contact.id,
    open.some(({ plan }) => plan.plan_cards !== null),
  )
  if (open.length === 0) return null
  return (
    <Block title="תוכניות בכרטיס שמור">
      <ul className="open-links">
        {open.map(({ plan, next }) => (
          <li key={plan.id}>
            <div>
              <bdi>{plan.title}</bdi>
              <small>
                החיוב הבא: {formatMoney(next.amount_agorot - next.paid_agorot)}, {formatDate(next.due_on)} ·{' '}
                <CardText card={plan.plan_cards} />
              </small>
              <DeclinedText
                dueOn={next.due_on}
                days={(declined.find(({ charge_id: of }) => of === next.id)?.payment_attempts ?? []).map(
                  ({ settled_at: at }) => dayOf(at ?? next.due_on),
                )}
                isTriedAgain={plan.plan_cards?.state === 'active'}
              />
            </div>
            {mayWrite && <PlanActions plan={plan} onLink={() => setLinking(plan)} />}
          </li>
        ))}
      </ul>
      <ChargeLinkDialog
        payer={contact}
        asked={
          linking && {
            input: { kind: 'plan', planId: linking.id },
            title: 'קישור לתוכנית תשלומים',
            text: 'בקישור משלמים את החיוב הבא. הכרטיס נשמר אצל חברת הסליקה, ומחויב בכל מועד שנקבע.',
          }
        }
        onClose={() => setLinking(undefined)}
      />
    </Block>
  )
}

function CardText({ card }: { card: ShownPlan['plan_cards'] }) {
  if (!card) return <>בלי כרטיס שמור</>
  const { kind, text } = states[card.state]
  return (
    <>
      <Ltr>{`•••• ${card.last4 ?? ''}`}</Ltr>, בתוקף עד {formatDate(card.expires_on)} <Badge kind={kind}>{text}</Badge>
      {card.is_stand_in && <Badge kind="warning">הדמיה</Badge>}
    </>
  )
}

type DeclinedProps = { dueOn: string; days: readonly string[]; isTriedAgain: boolean }

/** The last declined charge, and when the card is retried. */
function DeclinedText({ dueOn, days, isTriedAgain }: DeclinedProps) {
  const [lastOn] = days
  if (lastOn === undefined) return null
  const next = isTriedAgain && nextAttemptOn({ dueOn, lastOn, tries: days.length })
  return (
    <small>
      החיוב לא אושר ב־{formatDate(lastOn)}. {next && <>ננסה שוב ב־{formatDate(next)}.</>}
    </small>
  )
}

const states = {
  active: { kind: 'success', text: 'מחויב בכל מועד' },
  failed: { kind: 'danger', text: 'לא אושר שלוש פעמים' },
  stopped: { kind: 'outline', text: 'החיוב נעצר' },
} as const

function PlanActions({ plan, onLink }: { plan: ShownPlan; onLink: () => void }) {
  const switching = useSwitchPlanCard()
  const card = plan.plan_cards
  const turn = (active: boolean) =>
    void switching.mutateAsync({ plan: plan.id, active }).then(
      () => toast.success(active ? 'החיוב יימשך במועדים הבאים' : 'החיוב בכרטיס נעצר'),
      (error) => toast.error(refusalText(error, refusals)),
    )
  return (
    <span>
      <Button size="sm" onClick={onLink}>
        {card ? 'קישור להחלפת כרטיס' : 'קישור לתשלום ולשמירת כרטיס'}
      </Button>
      {card && card.state !== 'failed' && (
        <Button size="sm" look="ghost" busy={switching.isPending} onClick={() => turn(card.state === 'stopped')}>
          {card.state === 'stopped' ? 'המשך החיוב' : 'עצירת החיוב'}
        </Button>
      )}
    </span>
  )
}
