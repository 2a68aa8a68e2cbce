// The pages of the site: publication state and last edit.
import './pages-screen.css'
import { ExternalLink, FilePlus2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { type ListedPage, stateOf, useLivePages, useSitePages } from '#platform/pages/editing.data.ts'
import { isSiteWide } from '#platform/pages/pages.ts'
import { formatDate, relativeTime } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Table } from '#ui/lists/table.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { ExperimentCard } from '#features/experiments/screens/experiment-card.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { pageEditorPath } from '#platform/pages/page-editor-path.ts'
import { PageStateBadge } from '#platform/pages/page-state-badge.tsx'
import { HiddenClaims } from './hidden-claims.tsx'
import { NewPageDialog } from './new-page-dialog.tsx'
import { SiteStatus } from './site-status.tsx'

export function Component() {
  useScreenTitle('תוכן האתר')
  useLivePages()
  const [isAdding, setAdding] = useState(false)
  const { data: pages, error, isPending, refetch } = useSitePages()
  if (isPending) return <Loading page size="lg" />
  if (!pages) return <FailedToLoad insteadOf={pages} error={error} onRetry={() => void refetch()} />
  if (pages.length === 0)
    return <EmptyState title="אין עדיין עמודים" text="העמודים נשתלים כשהמערכת עולה, כטיוטות שמחכות לכם." />
  return (
    <>
      <div className="pages__bar">
        <Button look="primary" icon={<Icon of={FilePlus2} />} onClick={() => setAdding(true)}>
          עמוד חדש
        </Button>
      </div>
      {isAdding && <NewPageDialog pages={pages} onClose={() => setAdding(false)} />}
      <SiteStatus pages={pages} />
      <ExperimentCard pages={pages} />
      <HiddenClaims pages={pages} />
      <section aria-labelledby="pages">
        <h2 className="vh" id="pages">
          עמודים
        </h2>
        <Table label="העמודים של האתר">
          <thead>
            <tr>
              <th scope="col">עמוד</th>
              <th scope="col">מצב</th>
              <th scope="col" className="pages__when">
                נשמר לאחרונה
              </th>
              <th scope="col">
                <span className="vh">צפייה</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {pages.map((page) => (
              <Row key={page.path} page={page} />
            ))}
          </tbody>
        </Table>
      </section>
    </>
  )
}

function Row({ page }: { page: ListedPage }) {
  const { path, label, newest_at, newest_by, newest_is_planted } = page
  const now = useNow()
  const nameOf = useStaffName()
  const isShown = page.published_version_id !== null && !isSiteWide(path)
  return (
    <tr>
      <td className="pages__name">
        <Link to={pageEditorPath(path)}>{label}</Link>
        <small>{isSiteWide(path) ? 'בכל העמודים' : <Ltr>{path}</Ltr>}</small>
      </td>
      <td>
        <PageStateBadge state={stateOf(page)} />
        {page.publish_at && <small> יפורסם ב־{formatDate(page.publish_at)}</small>}
      </td>
      <td className="pages__when">
        {newest_is_planted ? (
          'הנוסח שהגיע עם המערכת'
        ) : (
          <>
            {relativeTime(newest_at, now)}
            {nameOf(newest_by) && (
              <>
                , <bdi>{nameOf(newest_by)}</bdi>
              </>
            )}
          </>
        )}
      </td>
      <td className="pages__see">
        {isShown && (
          <a href={path} target="_blank" rel="noreferrer" aria-label={`צפייה בעמוד ${label}, בחלון חדש`}>
            <Icon of={ExternalLink} />
          </a>
        )}
      </td>
    </tr>
  )
}
