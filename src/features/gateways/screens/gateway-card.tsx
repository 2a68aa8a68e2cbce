import './gateway-card.css'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { OptionCard } from '#ui/forms/option-card.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { providerLabels } from '../gateway-labels.ts'
import { useGateways } from '../gateways.data.ts'
import { type GatewaySetting, type Provider, refusals } from '../gateways.ts'
import { GatewayRow } from './gateway-row.tsx'
import { KeysDialog } from './keys-dialog.tsx'

/** The provider that currently takes payments; null: none. */
export type TakesPayments = { provider: Provider | null; isStandIn: boolean }

const order = ['cardcom', 'payplus', 'manual'] as const

/** Payment providers, for owners and admins: the current one, and the API keys. `now` is undefined while it loads. */
export function GatewayCard({ now }: { now: TakesPayments | undefined }) {
  const gateways = useGateways()
  const [keysOf, setKeysOf] = useState<Exclude<Provider, 'manual'>>()
  const card = {
    icon: CreditCard,
    title: 'סליקה',
    text: 'דרך מי משלמים באתר. פרטי הכרטיס מוזנים אצל חברת הסליקה ולא מגיעים לכאן.',
  }
  if (gateways.isPending) return <OptionCard {...card} text={<Loading size="sm" />} />
  if (gateways.isLoadingError)
    return (
      <OptionCard
        {...card}
        text={<ErrorText>{refusalText(gateways.error, refusals)}</ErrorText>}
        actions={
          <Button size="sm" onClick={() => void gateways.refetch()}>
            ניסיון נוסף
          </Button>
        }
      />
    )
  const rows = order.map((provider) => gateways.data!.find((row) => row.provider === provider)!)
  return (
    <OptionCard {...card} badge={now && <State now={now} />}>
      {now && <Note now={now} chosen={rows.find(({ is_chosen: isChosen }) => isChosen)} />}
      <ul className="gateways">
        {rows.map((row) => (
          <GatewayRow key={row.provider} row={row} isStandIn={now?.isStandIn ?? false} onKeys={setKeysOf} />
        ))}
      </ul>
      <KeysDialog provider={keysOf} onClose={() => setKeysOf(undefined)} />
    </OptionCard>
  )
}

function State({ now }: { now: TakesPayments }) {
  if (now.isStandIn) return <Badge kind="warning">הדמיה</Badge>
  if (now.provider === null) return <Badge kind="outline">כבוי</Badge>
  return <Badge kind="success">{now.provider === 'manual' ? 'ברישום ידני' : 'פעיל'}</Badge>
}

function Note({ now, chosen }: { now: TakesPayments; chosen: GatewaySetting | undefined }) {
  if (now.isStandIn)
    return (
      <p role="note" className="gateways__stand-in">
        כרגע משלמים מול חברת סליקה מדומה שפועלת רק באתר מקומי: אין חיוב אמיתי ואין כסף. היא מוחלפת ברגע שבוחרים חברת
        סליקה ומזינים את המפתחות שלה.
      </p>
    )
  if (now.provider !== null) return null
  return (
    <p role="note">
      {chosen
        ? `${providerLabels[chosen.provider]} נבחרה, אבל בלי מפתחות תקינים אי אפשר לשלם באתר. עמודי התשלום מפנים לשיחה.`
        : 'עוד לא נבחרה דרך לשלם באתר. עמודי התשלום מפנים לשיחה.'}
    </p>
  )
}
