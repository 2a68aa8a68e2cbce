import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { type Balance, type ChargeState, type SettledCharge, vatWithin } from '#features/payments/balance.ts'
import { type ShownCharge, useVoidCharges } from '#features/payments/payments.data.ts'
import { formatDate } from '#lib/time/dates.ts'
import { formatMoney } from '#lib/money.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { Table } from '#ui/lists/table.tsx'
import { runWithUndo } from './run-with-undo.ts'
import { VoidDialog } from './void-dialog.tsx'

type Row = SettledCharge<ShownCharge>
type Props = {
  contactId: string
  balance: Balance<ShownCharge>
  mayWrite: boolean
  onPay: (charge: Row) => void
  /** Opens the dialog for the charge's payment link. */
  onLink: (charge: Row) => void
}
type VoidTarget = { ids: string[]; title: string; text: string; done: string }

/** Charges by due date. */
export function ChargeTable({ contactId, balance, mayWrite, onPay, onLink }: Props) {
  const [voiding, setVoiding] = useState<VoidTarget>()
  const voidCharges = useVoidCharges(contactId)
  if (balance.charges.length === 0) return null
  const partsOf = (plan: string | null) => balance.charges.filter(({ plan_id }) => plan !== null && plan_id === plan)
  const openParts = (plan: string | null) =>
    partsOf(plan).filter(({ state, paid_agorot }) => state !== 'void' && paid_agorot === 0)
  const makeGood = ({ id, void_reason }: Row) =>
    void runWithUndo(voidCharges.mutateAsync({ ids: [id], reason: null }), 'החיוב חזר לתוקף', () =>
      voidCharges.mutateAsync({ ids: [id], reason: void_reason }),
    )
  return (
    <div className="money__part">
      <h2>חיובים</h2>
      <Table label="חיובים">
        <thead>
          <tr>
            <th scope="col">לתשלום עד</th>
            <th scope="col">עבור</th>
            <th scope="col">סכום</th>
            <th scope="col" className="table__wide">
              שולם
            </th>
            <th scope="col">מצב</th>
            {mayWrite && (
              <th scope="col">
                <span className="vh">פעולות</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {balance.charges.map((charge) => (
            <tr key={charge.id} className={charge.state === 'void' ? 'is-void' : undefined}>
              <td className="money__when">{formatDate(charge.due_on)}</td>
              <td className="money__what">
                <bdi>{charge.title}</bdi>
                {charge.number && (
                  <small>
                    תשלום {charge.number}
                    {!charge.payment_plans?.renews_every && ` מתוך ${partsOf(charge.plan_id).length}`}
                  </small>
                )}
                {charge.void_reason && <small>בוטל: {charge.void_reason}</small>}
              </td>
              <td className="money__amount">
                {formatMoney(charge.amount_agorot)}
                {charge.vat_percent && (
                  <small className="table__wide">
                    מזה מע״מ {formatMoney(vatWithin(charge.amount_agorot, charge.vat_percent))}
                  </small>
                )}
              </td>
              <td className="money__amount table__wide">
                {charge.paid_agorot > 0 ? formatMoney(charge.paid_agorot) : '–'}
              </td>
              <td className="money__state">
                <Badge {...looks[charge.state]}>{labels[charge.state]}</Badge>
              </td>
              {mayWrite && (
                <td className="money__acts">
                  <ChargeMenu
                    charge={charge}
                    openParts={openParts(charge.plan_id)}
                    onPay={() => onPay(charge)}
                    onLink={() => onLink(charge)}
                    onVoid={setVoiding}
                    onRestore={() => makeGood(charge)}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
      <VoidDialog
        target={voiding}
        onClose={() => setVoiding(undefined)}
        onVoid={(reason) => voidCharges.mutateAsync({ ids: voiding!.ids, reason })}
      />
    </div>
  )
}

type MenuProps = {
  charge: Row
  /** The unpaid charges of the same plan. */
  openParts: readonly Row[]
  onPay: () => void
  onLink: () => void
  onVoid: (target: VoidTarget) => void
  onRestore: () => void
}

const ChargeMenu = ({ charge, openParts, onPay, onLink, onVoid, onRestore }: MenuProps) => (
  <Menu
    align="end"
    trigger={
      <Button
        look="ghost"
        size="sm"
        iconOnly
        aria-label={`פעולות על החיוב ${charge.title} מ־${formatDate(charge.due_on)}`}
        icon={<Icon of={Ellipsis} />}
      />
    }
  >
    {charge.state !== 'paid' && charge.state !== 'void' && (
      <>
        <MenuItem onSelect={onLink}>קישור לתשלום</MenuItem>
        <MenuItem onSelect={onPay}>רישום תשלום על החיוב הזה</MenuItem>
      </>
    )}
    {charge.state === 'void' ? (
      <MenuItem onSelect={onRestore}>החזרת החיוב לתוקף</MenuItem>
    ) : (
      <MenuItem
        danger
        onSelect={() =>
          onVoid({
            ids: [charge.id],
            title: 'לבטל את החיוב?',
            text: 'החיוב יישאר ברשימה, מסומן כמבוטל, ולא ייכלל ביתרה.',
            done: 'החיוב בוטל',
          })
        }
      >
        ביטול החיוב
      </MenuItem>
    )}
    {charge.plan_id && openParts.length > 1 && (
      <MenuItem
        danger
        onSelect={() =>
          onVoid({
            ids: openParts.map(({ id }) => id),
            title: 'לבטל את כל מה שנותר בתוכנית?',
            text: `${openParts.length} חיובים שעוד לא שולמו יסומנו כמבוטלים.`,
            done: 'מה שנותר בתוכנית בוטל',
          })
        }
      >
        ביטול מה שנותר בתוכנית
      </MenuItem>
    )}
  </Menu>
)

const labels: Record<ChargeState, string> = {
  paid: 'שולם',
  partly: 'שולם בחלקו',
  overdue: 'באיחור',
  ahead: 'לתשלום',
  void: 'בוטל',
}
const looks: Record<ChargeState, { kind?: 'success' | 'warning' | 'danger' | 'outline' }> = {
  paid: { kind: 'success' },
  partly: { kind: 'warning' },
  overdue: { kind: 'danger' },
  ahead: {},
  void: { kind: 'outline' },
}
