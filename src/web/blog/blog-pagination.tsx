import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Icon } from '#ui/pictures/icon.tsx'
import { listPath } from './blog-paths.ts'

type BlogQuery = { topic: string | undefined; tag: string | undefined; q: string | undefined; page: number }

/** Links to the other pages of a list; none if there is only one. */
export function BlogPagination({ total, perPage, asked }: { total: number; perPage: number; asked: BlogQuery }) {
  const last = Math.ceil(total / perPage)
  if (last < 2) return null
  const to = (page: number) => listPath({ ...asked, page })
  // The adjacent, first and last pages.
  const shown = Array.from({ length: last }, (_, i) => i + 1).filter(
    (page) => page === 1 || page === last || Math.abs(page - asked.page) <= 1,
  )
  return (
    <nav className="blog-pages" aria-label="עמודים">
      {asked.page > 1 && (
        <a href={to(asked.page - 1)} rel="prev">
          <Icon of={ChevronRight} />
          הקודם
        </a>
      )}
      {shown.map((page, i) => (
        <span key={page}>
          {i > 0 && page - shown[i - 1]! > 1 && <span aria-hidden="true">… </span>}
          <a
            href={to(page)}
            aria-label={`עמוד ${page}`}
            {...(page === asked.page && { 'aria-current': 'page' as const })}
          >
            {page}
          </a>
        </span>
      ))}
      {asked.page < last && (
        <a href={to(asked.page + 1)} rel="next">
          הבא
          <Icon of={ChevronLeft} />
        </a>
      )}
    </nav>
  )
}
