import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { faultText, providerLabels } from '../gateway-labels.ts'
import { useChooseGateway, useSetDocuments, useTestGateway } from '../gateways.data.ts'
import { type GatewaySetting, type Provider, refusals } from '../gateways.ts'

type Props = {
  row: GatewaySetting
  /** Payments go to the local stand-in. */
  isStandIn: boolean
  onKeys: (provider: Exclude<Provider, 'manual'>) => void
}

/** One provider: whether it is in use, its keys, and the result of their last test. */
export function GatewayRow({ row, isStandIn, onKeys }: Props) {
  const { provider, is_chosen: isChosen, has_keys: hasKeys } = row
  const choose = useChooseGateway()
  const name = providerLabels[provider]
  const change = (selected: Provider | null) =>
    choose.mutate(selected, {
      onSuccess: () => toast.success(selected ? 'הבחירה נשמרה' : 'התשלום באתר כבוי'),
      onError: (error) => toast.error(refusalText(error, refusals), { title: 'הבחירה לא נשמרה' }),
    })
  return (
    <li className="gateways__row">
      <div className="option__row">
        <p className="gateways__name">
          <bdi>{name}</bdi>
          {isChosen && <Badge kind="primary">נבחרה</Badge>}
        </p>
        <div className="gateways__acts">
          {provider !== 'manual' && (
            <Button size="sm" aria-label={`${keysButtonText(hasKeys)}: ${name}`} onClick={() => onKeys(provider)}>
              {keysButtonText(hasKeys)}
            </Button>
          )}
          {hasKeys && provider !== 'manual' && <TestButton provider={provider} />}
          {isChosen ? (
            <Button size="sm" look="ghost" busy={choose.isPending} onClick={() => change(null)}>
              הפסקה
            </Button>
          ) : (
            (hasKeys || provider === 'manual' || isStandIn) && (
              <Button size="sm" aria-label={`בחירה: ${name}`} busy={choose.isPending} onClick={() => change(provider)}>
                בחירה
              </Button>
            )
          )}
        </div>
      </div>
      {provider !== 'manual' && <Keys row={row} />}
      {provider !== 'manual' && (hasKeys || isChosen) && <Documents row={row} />}
    </li>
  )
}

const keysButtonText = (hasKeys: boolean) => (hasKeys ? 'החלפת מפתחות' : 'הזנת מפתחות')

function TestButton({ provider }: { provider: Provider }) {
  const test = useTestGateway()
  const look = () =>
    test.mutate(provider, {
      onSuccess: ({ fault }) =>
        fault === null
          ? toast.success(`נבדק: ${providerLabels[provider]} מקבלת את המפתחות`, { id: 'gateway' })
          : toast.error(faultText(fault), { title: 'הבדיקה לא הצליחה', id: 'gateway' }),
      onError: (error) => toast.error(refusalText(error, refusals), { title: 'הבדיקה לא הצליחה', id: 'gateway' }),
    })
  return (
    <Button size="sm" aria-label={`בדיקה: ${providerLabels[provider]}`} busy={test.isPending} onClick={look}>
      בדיקה
    </Button>
  )
}

function Keys({ row: { has_keys: hasKeys, terminal, tested_at: testedAt, test_fault: code } }: Pick<Props, 'row'>) {
  const now = useNow()
  if (!hasKeys) return <p>עוד לא הוזנו מפתחות.</p>
  return (
    <>
      <p>
        המפתחות שמורים ומוצפנים. מסוף <Ltr>{terminal ?? ''}</Ltr>.{' '}
        {testedAt === null
          ? 'עוד לא נבדקו.'
          : `${code === null ? 'נבדקו בהצלחה' : 'נבדקו'} ${relativeTime(testedAt, now)}.`}
      </p>
      {testedAt !== null && code !== null && <ErrorText>{faultText(code)}</ErrorText>}
    </>
  )
}

function Documents({ row: { provider, issues_documents: issues } }: Pick<Props, 'row'>) {
  const set = useSetDocuments()
  return (
    <Switch
      label="חברת הסליקה מפיקה חשבונית מס/קבלה עם התשלום"
      hint="כבוי: המסמך מופק במקום אחר, ומספרו נרשם ליד התשלום"
      checked={issues}
      disabled={set.isPending}
      onChange={({ target }) =>
        set.mutate(
          { provider, issues: target.checked },
          { onError: (error) => toast.error(refusalText(error, refusals), { title: 'ההגדרה לא נשמרה' }) },
        )
      }
    />
  )
}
