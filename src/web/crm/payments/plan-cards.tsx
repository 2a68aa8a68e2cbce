import '#features/orders/screens/link-to-send.css'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import type { ShownCharge } from '#features/payments/payments.data.ts'
import type { SettledCharge } from '#features/payments/balance.ts'
import { useProducts } from '#features/products/products.data.ts'
import { formatMoney } from '#lib/money.ts'
import { formatDate } from '#lib/time/dates.ts'
import { RecordDialog, RecordForm } from '#platform/editing/record-dialog.tsx'
import { Badge } from '#ui/badge.tsx'
import { Block } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useChargeByLink } from '#features/orders/payment-link.data.ts'
import { type PaymentLink, PlanLinkForm, refusals } from '#features/orders/payment-link.ts'
import { type ShownPlan, usePlanCards, useSwitchPlanCard } from '#features/orders/plans/plan-cards.data.ts'
import { LinkToSend } from '#features/orders/screens/link-to-send.tsx'

type Contact = { id: string; full_name: string; email: string | undefined; phone: string | undefined }
type Props = { contact: Contact; charges: readonly SettledCharge<ShownCharge>[]; mayWrite: boolean }

/** Plans that are not paid yet, and the card that each is charged by. The first payment by a link saves it. */
export function PlanCards({ contact, charges, mayWrite }: Props) {
  const { data: plans = [] } = usePlanCards(contact.id)
  const [asked, setAsked] = useState<ShownPlan>()
  const open = plans.flatMap((plan) => {
    const next = charges
      .filter(({ plan_id: of, state }) => of === plan.id && state !== 'paid' && state !== 'void')
      .toSorted((a, b) => a.due_on.localeCompare(b.due_on))[0]
    return next ? [{ plan, next }] : []
  })
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
            </div>
            {mayWrite && <PlanActions plan={plan} onLink={() => setAsked(plan)} />}
          </li>
        ))}
      </ul>
      <PlanLinkDialog contact={contact} plan={asked} onClose={() => setAsked(undefined)} />
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

type DialogProps = { contact: Contact; plan: ShownPlan | undefined; onClose: () => void }

/** The link pays the next charge of the plan; its card pays the others. */
function PlanLinkDialog({ contact, plan, onClose }: DialogProps) {
  const [link, setLink] = useState<PaymentLink>()
  const close = () => {
    setLink(undefined)
    onClose()
  }
  return (
    <RecordDialog
      open={plan !== undefined}
      onClose={close}
      title={link ? 'הקישור מוכן' : 'קישור לתוכנית תשלומים'}
      {...(!link && { text: 'בקישור משלמים את החיוב הבא. הכרטיס נשמר אצל חברת הסליקה, ומחויב בכל מועד שנקבע.' })}
    >
      {plan && !link && <PlanLinkFields contact={contact} plan={plan} onMade={setLink} />}
      {link && <LinkToSend link={link} phone={contact.phone} email={contact.email} onClose={close} />}
    </RecordDialog>
  )
}

type FieldsProps = { contact: Contact; plan: ShownPlan; onMade: (link: PaymentLink) => void }

function PlanLinkFields({ contact, plan, onMade }: FieldsProps) {
  const charge = useChargeByLink()
  const { data: products = [] } = useProducts()
  return (
    <RecordForm
      schema={PlanLinkForm}
      refusals={refusals}
      save={(typed) =>
        charge.mutateAsync({
          kind: 'plan',
          planId: plan.id,
          name: contact.full_name,
          ...(contact.phone && { phone: contact.phone }),
          ...typed,
        })
      }
      values={{ days: 7 }}
      closes={() => false}
      saved={(made) => onMade(made)}
      action="יצירת הקישור"
    >
      {(faults) => (
        <>
          <SelectField name="productId" label="המוצר שעליו משלמים" error={faults['productId']}>
            {products.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextField
            name="email"
            label="דוא״ל לחשבונית"
            type="email"
            required
            dir="ltr"
            autoComplete="off"
            defaultValue={contact.email}
            error={faults['email']}
          />
        </>
      )}
    </RecordForm>
  )
}
