import '#features/blog/screens/text-editor/post-checks-list.css'
import { CircleAlert, CircleCheck, Lightbulb } from 'lucide-react'
import type { PostInput } from '#features/blog/blog.ts'
import { useSitePages } from '#features/seo/seo.data.ts'
import { count } from '#lib/hebrew/count.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { type Check, checksOf, linksInPost } from '#features/blog/screens/text-editor/post-checks.ts'
import { useLinkIssues } from '../use-link-issues.ts'

const looks = {
  missing: { icon: CircleAlert, says: 'חסר' },
  advice: { icon: Lightbulb, says: 'כדאי' },
  good: { icon: CircleCheck, says: 'טוב' },
} as const

/** Checks of a post: blockers, advice, and passed checks in a collapsed section. */
export function PostChecks({ written }: { written: PostInput }) {
  const { data: pages } = useSitePages()
  const issueOf = useLinkIssues(linksInPost(written))
  const checks = checksOf(written, pages && ((href) => issueOf(href) !== undefined))
  const good = checks.filter(({ is }) => is === 'good')
  const open = checks.filter(({ is }) => is !== 'good')
  return (
    <>
      {open.length > 0 && <Checks checks={open} />}
      <details className="post-checks__rest" open={open.length === 0}>
        <summary>
          {count(good.length, {
            zero: 'עוד לא התחלנו',
            one: 'דבר אחד כבר טוב',
            two: 'שני דברים כבר טובים',
            other: '# דברים כבר טובים',
          })}
        </summary>
        <Checks checks={good} />
      </details>
    </>
  )
}

const Checks = ({ checks }: { checks: readonly Check[] }) => (
  <ul className="post-checks">
    {checks.map(({ text, is }) => (
      <li key={text} className={`post-checks__${is}`}>
        <Icon of={looks[is].icon} />
        <span>
          <span className="vh">{looks[is].says}: </span>
          {text}
        </span>
      </li>
    ))}
  </ul>
)
