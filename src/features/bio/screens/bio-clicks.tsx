import type { StoredLink } from '#features/bio/bio.data.ts'
import { bioPath } from '#features/bio/bio.ts'
import { count } from '#lib/hebrew/count.ts'
import { Block, BlockText, Fact, Facts } from '#ui/block.tsx'
import { Ltr } from '#ui/ltr.tsx'

/** Clicks by source. The source is a query parameter of the profile's link. */
export function BioClicks({ links, days }: { links: readonly StoredLink[]; days: number }) {
  const bySource = Map.groupBy(
    links.flatMap(({ clicks }) => clicks),
    ({ source }) => source,
  )
  const sources = [...bySource]
    .map(([source, clicks]) => ({ source, clicks: clicks.reduce((all, one) => all + one.clicks, 0) }))
    .toSorted((a, b) => b.clicks - a.clicks)
    .slice(0, 8)
  return (
    <Block title={`לחיצות ב־${days} הימים האחרונים`}>
      {sources.length === 0 ? (
        <BlockText>עוד לא לחצו על קישור.</BlockText>
      ) : (
        <Facts>
          {sources.map(({ source, clicks }) => (
            <Fact
              key={source}
              name={source === 'direct' ? 'בלי מקור' : source === 'other' ? 'אחר' : <Ltr>{source}</Ltr>}
            >
              {count(clicks, { one: 'אחת', two: 'שתיים', other: '#' })}
            </Fact>
          ))}
        </Facts>
      )}
      <BlockText>
        כדי לדעת מאיזו רשת הגיעו, שימו בפרופיל את הכתובת עם שם הרשת בסופה:{' '}
        <Ltr>{`${bioPath}?utm_source=instagram`}</Ltr>
      </BlockText>
    </Block>
  )
}
