import './pager.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { Icon } from '../pictures/icon.tsx'
import { Ltr } from '../ltr.tsx'

const number = new Intl.NumberFormat('he-IL')

/** Pagination: the shown rows of the total, and links to the neighbouring pages. `page` is one-based; `to` builds the URL of a page. */
export function Pager({
  page,
  size,
  total,
  to,
}: {
  page: number
  size: number
  total: number
  to: (page: number) => string
}) {
  const from = (page - 1) * size + 1
  const until = Math.min(page * size, total)
  const hasNext = until < total
  return (
    <nav className="pager" aria-label="עמודים">
      <span>
        מציג <Ltr>{`${number.format(from)}–${number.format(until)}`}</Ltr> מתוך {number.format(total)}
      </span>
      {page > 1 && (
        <Link className="btn btn--ghost btn--sm" to={to(page - 1)} rel="prev">
          <Icon of={ChevronRight} />
          הקודם
        </Link>
      )}
      {hasNext && (
        <Link className="btn btn--ghost btn--sm" to={to(page + 1)} rel="next">
          הבא
          <Icon of={ChevronLeft} />
        </Link>
      )}
    </nav>
  )
}
