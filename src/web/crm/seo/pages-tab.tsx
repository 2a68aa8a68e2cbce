// All public pages with their SEO data and issues.
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { findingsOf } from '#features/seo/findings.ts'
import { BulkHeads } from '#features/seo/screens/bulk-heads.tsx'
import { useSitePages } from '#features/seo/seo.data.ts'
import type { SitePage } from '#features/seo/seo.ts'
import { count } from '#lib/hebrew/count.ts'
import { PencilLine } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { CheckField } from '#ui/forms/field.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { SearchField } from '#ui/lists/search-field.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Table } from '#ui/lists/table.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { headEditorOf } from './tabs.ts'

export function Component() {
  useScreenTitle('קידום האתר')
  const { data: pages, error, isPending, refetch } = useSitePages()
  if (isPending) return <Loading page size="lg" />
  if (!pages) return <FailedToLoad insteadOf={pages} error={error} onRetry={() => void refetch()} />
  return <Pages pages={pages} />
}

function Pages({ pages }: { pages: SitePage[] }) {
  const [typed, setTyped] = useState('')
  const [onlyMending, setOnlyMending] = useState(false)
  // Paths of the pages with unsaved input: neither a search nor a save that resolves an issue may remove their rows.
  const [edited, setEdited] = useState<ReadonlySet<string>>()
  const findings = useMemo(() => findingsOf(pages), [pages])
  const toMend = pages.filter(({ path }) => findings.get(path)?.length)
  const query = typed.trim().toLowerCase()
  const rows = (onlyMending ? toMend : pages).filter(
    ({ path, title }) => path.includes(query) || title.toLowerCase().includes(query),
  )
  if (edited)
    return <BulkHeads pages={pages.filter(({ path }) => edited.has(path))} onClose={() => setEdited(undefined)} />
  return (
    <>
      <div className="seo-bar">
        <SearchField label="חיפוש בעמודים" placeholder="כותרת או כתובת" value={typed} onChange={setTyped} />
        <CheckField
          name="mending"
          label={`רק מה שכדאי לשפר (${toMend.length})`}
          checked={onlyMending}
          onChange={(event) => setOnlyMending(event.target.checked)}
        />
        {rows.length > 0 && (
          <Button icon={<Icon of={PencilLine} />} onClick={() => setEdited(new Set(rows.map(({ path }) => path)))}>
            עריכת כותרות ותיאורים
          </Button>
        )}
        <p className="seo-note">
          {count(pages.length, { one: 'עמוד אחד באתר', two: 'שני עמודים באתר', other: '# עמודים באתר' })}
        </p>
      </div>
      {rows.length === 0 ? (
        <EmptyState
          picture={false}
          text={
            query
              ? 'לא מצאנו עמוד כזה. אפשר לחפש גם לפי חלק מהכתובת.'
              : 'אין מה לשפר כרגע. כל הכותרות והתיאורים באורך טוב.'
          }
        />
      ) : (
        <Table label="העמודים של האתר">
          <thead>
            <tr>
              <th scope="col">כותרת וכתובת</th>
              <th scope="col" className="table__wide">
                תיאור
              </th>
              <th scope="col">מצב</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((page) => (
              <Row key={page.path} page={page} findings={findings.get(page.path) ?? []} />
            ))}
          </tbody>
        </Table>
      )}
    </>
  )
}

function Row({ page, findings }: { page: SitePage; findings: string[] }) {
  const { path, title, description } = page
  return (
    <tr>
      <td className="seo-title">
        <Link to={headEditorOf(path)}>{title}</Link>
        <small>
          <Ltr>{path}</Ltr>
        </small>
      </td>
      <td className="table__wide seo-description">{description}</td>
      <td className="seo-state">
        {stateOf(page)}
        {findings.map((finding) => (
          <small key={finding}>{finding}</small>
        ))}
      </td>
    </tr>
  )
}

function stateOf({ path, isHidden, canonical, own }: SitePage): ReactNode {
  if (isHidden) return <Badge kind="outline">מוסתר מחיפוש</Badge>
  if (canonical && new URL(canonical).pathname !== encodeURI(path) && canonical !== own.canonical)
    return <Badge kind="info">מייצג אותו עמוד אחר</Badge>
  return <Badge kind="success">מופיע בחיפוש</Badge>
}
