import type { ReactNode } from 'react'
import { type Measured, shareOf, type Shares } from '#features/experiments/experiments.ts'
import { conversionRate } from '#features/experiments/significance.ts'
import { count } from '#lib/hebrew/hebrew-text.ts'
import { percent, rangeInWords } from './comparison-words.ts'
import type { HomePageName } from './home-page-names.ts'

/** A row for each page that was shown: to how many, and what came of it. On a phone the numbers stand below the name. */
export function MeasuredPages({ pages, nameOf }: { pages: readonly Measured[]; nameOf: HomePageName }) {
  const shares: Shares = Object.fromEntries(pages.map(({ key, weight }) => [key, weight]))
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
              <Fact label="השאירו פרטים" more={kindsOf(page)}>
                {page.answered.toLocaleString('he-IL')}
              </Fact>
              <Fact label="שיעור" more={rangeInWords(page)}>
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

/** What they left their details for. Who did two of these counts in both, and above once. */
function kindsOf({ contacts, newsletters, signups }: Measured) {
  return [
    contacts > 0 && count(contacts, { one: 'פנייה אחת', two: 'שתי פניות', other: '# פניות' }),
    newsletters > 0 && count(newsletters, { one: 'אחד לניוזלטר', two: 'שניים לניוזלטר', other: '# לניוזלטר' }),
    signups > 0 && count(signups, { one: 'הצטרפות אחת', two: 'שתי הצטרפויות', other: '# הצטרפויות' }),
  ]
    .filter(Boolean)
    .join(', ')
}
