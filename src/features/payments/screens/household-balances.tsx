import { Link } from 'react-router'
import { computeBalance } from '#features/payments/balance.ts'
import { useLedger } from '#features/payments/payments.data.ts'
import { formatMoney } from '#lib/money.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'

type Household = { name: string; members: readonly { id: string; full_name: string; deleted_at: string | null }[] }

/** Balances of the other household members, who pay together. Renders nothing if none has a ledger. */
export function HouseholdBalances({ household, self, today }: { household: Household; self: string; today: string }) {
  const members = household.members.filter(({ deleted_at }) => deleted_at === null)
  const { data, error, refetch } = useLedger(members.length > 1 ? members.map(({ id }) => id).toSorted() : [])
  if (!data) return error && <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />
  const of = (id: string) => ({
    charges: data.charges.filter(({ contact_id }) => contact_id === id),
    payments: data.payments.filter(({ contact_id }) => contact_id === id),
  })
  const known = members.filter(({ id }) => of(id).charges.length + of(id).payments.length > 0)
  if (!known.some(({ id }) => id !== self)) return null
  const owedBy = (id: string) => computeBalance(of(id).charges, of(id).payments, today).owed
  return (
    <section className="money__part" aria-labelledby="household">
      <h2 id="household">
        <bdi>{household.name}</bdi>
      </h2>
      <ul className="money__home">
        {known.map(({ id, full_name }) => (
          <li key={id}>
            {id === self ? (
              <bdi>{full_name}</bdi>
            ) : (
              <Link to={`/crm/payment/${id}`}>
                <bdi>{full_name}</bdi>
              </Link>
            )}
            <span>{formatMoney(owedBy(id))}</span>
          </li>
        ))}
        <li>
          <b>יחד</b>
          <b>{formatMoney(known.reduce((sum, { id }) => sum + owedBy(id), 0))}</b>
        </li>
      </ul>
    </section>
  )
}
