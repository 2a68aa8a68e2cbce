import './plan-comparison.css'
import { Check } from 'lucide-react'
import { Icon } from '#ui/pictures/icon.tsx'
import { comparison, type Offer } from './products.ts'

/** Comparison table of the products. Renders nothing without facts to compare. */
export function PlanComparison({ offers, titleId }: { offers: readonly Offer[]; titleId: string }) {
  const rows = comparison(offers)
  if (offers.length < 2 || rows.length === 0) return null
  return (
    <>
      <Cards offers={offers} rows={rows} />
      <Table offers={offers} rows={rows} titleId={titleId} />
    </>
  )
}

type Rows = ReturnType<typeof comparison>

/** On phones: a card per product, which unfolds. The first one is open. */
function Cards({ offers, rows }: { offers: readonly Offer[]; rows: Rows }) {
  return (
    <div className="comparison-cards">
      {offers.map(({ id, name }, at) => (
        <details key={id} open={at === 0}>
          <summary>{name}</summary>
          <dl>
            {rows.map(({ label, values }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <Value>{values[at] ?? null}</Value>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
    </div>
  )
}

function Table({ offers, rows, titleId }: { offers: readonly Offer[]; rows: Rows; titleId: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by the keyboard
    <section className="xscroll comparison" aria-labelledby={titleId} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">מה כלול</span>
            </th>
            {offers.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, i) => (
                <td key={offers[i]!.id}>
                  <Value>{value}</Value>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Tick and dash have text alternatives for screen readers. */
function Value({ children }: { children: string | null }) {
  if (children !== null && children !== '✓' && children !== '–') return children
  return children === '✓' ? (
    <>
      <Icon of={Check} />
      <span className="vh">כלול</span>
    </>
  ) : (
    <>
      <span aria-hidden="true">–</span>
      <span className="vh">לא כלול</span>
    </>
  )
}
