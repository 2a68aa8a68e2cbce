import './site-strip.css'
import { X } from 'lucide-react'
import { Icon } from '#ui/pictures/icon.tsx'
import type { SiteFacts } from '../../pages.ts'
import type { Announcement } from '#platform/pages/announcement.ts'
import { resolveLink } from '../blocks/resolve-link.ts'

/** The announcement above the header, as a native disclosure; the script only stores the dismissal. */
export function SiteStrip({ announcement, facts }: { announcement: Announcement; facts: SiteFacts }) {
  const { text, link, key } = announcement
  const href = resolveLink(link, facts)
  return (
    <aside aria-label="עדכון">
      <details className="strip" id="strip" data-key={key} open>
        <summary aria-label="סגירת העדכון">
          <Icon of={X} />
        </summary>
        <p className="wrap">
          <span>{text}</span> {href && link.words && <a href={href}>{link.words}</a>}
        </p>
      </details>
    </aside>
  )
}
