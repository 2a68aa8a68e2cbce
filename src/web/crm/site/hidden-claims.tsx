import { useQuery } from '@tanstack/react-query'
import { useBackend } from '#client/session-context.tsx'
import { useProducts } from '#features/products/products.data.ts'
import { count } from '#lib/hebrew/count.ts'
import { withTrueClaims, type HiddenClaim } from '#platform/pages/claims.ts'
import type { ListedPage } from '#platform/pages/editing.data.ts'
import { useReadyFeatures } from '#platform/pages/editor/use-ready-features.ts'
import { Disclosure } from '#platform/pages/history/disclosure.tsx'
import { readPublishedPagesAsWritten } from '#platform/pages/pages.data.ts'

type Hidden = HiddenClaim & { place: string }

/**
 * Claims that the site currently hides, with their location and the missing feature. Renders nothing if there are none.
 */
export function HiddenClaims({ pages }: { pages: readonly ListedPage[] }) {
  const backend = useBackend()
  const { data: published = [] } = useQuery({
    queryKey: ['pages', 'as-written'],
    queryFn: () => readPublishedPagesAsWritten(backend),
  })
  const { data: products = [] } = useProducts()
  const ready = useReadyFeatures()
  const labelOf = (path: string) => pages.find((page) => page.path === path)?.label ?? path
  if (!ready) return null
  const hidden = listedOnce([
    ...published.flatMap(({ path, blocks }) => hiddenIn(labelOf(path), blocks, ready)),
    ...products
      .filter((product) => product.is_active)
      .flatMap(({ name, included, facts }) => hiddenIn(name, { included, facts }, ready)),
  ])
  if (hidden.length === 0) return null
  const title = count(hidden.length, {
    one: 'הבטחה אחת לא מוצגת באתר',
    two: 'שתי הבטחות לא מוצגות באתר',
    other: '# הבטחות לא מוצגות באתר',
  })
  return (
    <Disclosure title={title}>
      <p className="email-note">כל אחת תופיע מעצמה כשמה שהיא מבטיחה יהיה זמין, או יחובר בהגדרות.</p>
      <ul className="hidden-claims">
        {hidden.map(({ place, text, feature }) => (
          <li key={keyOf({ place, text })}>
            <b>{place}:</b> ״<bdi>{text}</bdi>״ <small>עוד אין: {feature}</small>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

/** A page and the product it sells have the same name, and may contain the same claim. */
const listedOnce = (hidden: Hidden[]) => [...new Map(hidden.map((claim) => [keyOf(claim), claim])).values()]
const keyOf = ({ place, text }: Pick<Hidden, 'place' | 'text'>) => `${place}: ${text}`

function hiddenIn(place: string, content: unknown, ready: readonly string[]): Hidden[] {
  const hidden: HiddenClaim[] = []
  withTrueClaims(content, ready, hidden)
  return hidden.map((claim) => ({ ...claim, place }))
}
