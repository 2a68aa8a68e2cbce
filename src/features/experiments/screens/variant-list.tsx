import type { ReactNode } from 'react'
import { type VariantResult, shareOf, type TrafficShares } from '#features/experiments/experiments.ts'
import { conversionRate } from '#features/experiments/significance.ts'
import { count } from '#lib/hebrew/count.ts'
import { percent, rangeText } from './verdict-texts.ts'
import type { VariantName } from './variant-names.ts'

/** One row per variant: visitors and conversions. On phones the numbers are below the name. */
export function VariantList({ pages, nameOf }: { pages: readonly VariantResult[]; nameOf: VariantName }) {
  const shares: TrafficShares = Object.fromEntries(pages.map(({ key, weight }) => [key, weight]))
  return (
    <ul className="measured">
      {pages
        .filter(({ weight }) => weight > 0)
        .map((page) => (
          <li key={page.key}>
            <p className="measured__page">
              <a href={page.key} target="_blank" rel="noreferrer" aria-label={`${nameOf(page.key)}, בחלון חדש`}>
                {nameOf(page.key)}
              </a>
              <small>{percent(shareOf(shares, page.key), 0)} מהמבקרים</small>
            </p>
            <dl>
              <Fact label="מבקרים" more={count(page.views, { one: 'צפייה אחת', two: 'שתי צפיות', other: '# צפיות' })}>
                {page.visitors.toLocaleString('he-IL')}
              </Fact>
              <Fact label="השאירו פרטים" more={conversionKinds(page)}>
                {page.answered.toLocaleString('he-IL')}
              </Fact>
              <Fact label="שיעור" more={rangeText(page)}>
                {page.visitors > 0 ? percent(conversionRate(page)) : '–'}
              </Fact>
            </dl>
          </li>
        ))}
    </ul>
  )
}

const Fact = ({ label, more, children }: { label: string; more: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {children}
      <small>{more}</small>
    </dd>
  </div>
)

/** Conversions by kind. A visitor with two kinds counts in both, but once in the total. */
function conversionKinds({ contacts, newsletters, signups }: VariantResult) {
  return [
    contacts > 0 && count(contacts, { one: 'פנייה אחת', two: 'שתי פניות', other: '# פניות' }),
    newsletters > 0 && count(newsletters, { one: 'אחד לניוזלטר', two: 'שניים לניוזלטר', other: '# לניוזלטר' }),
    signups > 0 && count(signups, { one: 'הצטרפות אחת', two: 'שתי הצטרפויות', other: '# הצטרפויות' }),
  ]
    .filter(Boolean)
    .join(', ')
}
