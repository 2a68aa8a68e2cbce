import { type Measured, shareOf, type Shares } from '#features/comparisons/comparisons.ts'
import { rateOf } from '#features/comparisons/verdict.ts'
import { count } from '#lib/hebrew/hebrew-text.ts'
import { Ltr } from '#ui/ltr.tsx'
import { Table } from '#ui/lists/table.tsx'
import { percent, rangeInWords } from './comparison-words.ts'
import type { HomePageName } from './home-page-names.ts'

/** A line for each page that was shown: to how many, and what came of it. */
export function MeasuredTable({ pages, nameOf }: { pages: readonly Measured[]; nameOf: HomePageName }) {
  const shares: Shares = Object.fromEntries(pages.map(({ key, weight }) => [key, weight]))
  return (
    <Table label="מה קרה בכל דף">
      <thead>
        <tr>
          <th scope="col">דף</th>
          <th scope="col">מבקרים</th>
          <th scope="col">השאירו פרטים</th>
          <th scope="col">שיעור</th>
        </tr>
      </thead>
      <tbody>
        {pages
          .filter(({ weight }) => weight > 0)
          .map((page) => (
            <tr key={page.key}>
              <th scope="row" className="compare__page">
                <a href={page.key} target="_blank" rel="noreferrer" aria-label={`${nameOf(page.key)}, בחלון חדש`}>
                  {nameOf(page.key)}
                </a>
                <small>{percent(shareOf(shares, page.key), 0)} מהמבקרים</small>
              </th>
              <td className="compare__number">
                {page.visitors.toLocaleString('he-IL')}
                <small>{count(page.views, { one: 'צפייה אחת', two: 'שתי צפיות', other: '# צפיות' })}</small>
              </td>
              <td className="compare__number">
                {page.answered.toLocaleString('he-IL')}
                {page.answered > 0 && <small>{kindsOf(page)}</small>}
              </td>
              <td className="compare__number">
                <Ltr>{page.visitors > 0 ? percent(rateOf(page)) : '–'}</Ltr>
                <small>{rangeInWords(page)}</small>
              </td>
            </tr>
          ))}
      </tbody>
    </Table>
  )
}

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
