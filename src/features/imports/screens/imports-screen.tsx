// All imports, newest first.
import './import.css'
import { Upload } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { importsOnPage, useImports } from '#features/imports/imports.data.ts'
import { buttonClasses } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { pageOf } from '#platform/screens/page-of.ts'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { ImportRows } from './import-list.tsx'

export function Component() {
  useScreenTitle('ייבואים')
  const [search] = useSearchParams()
  const { data, error, isPending, refetch } = useImports(pageOf(search) - 1)
  return (
    <div className="view import">
      <div className="view__head">
        <h1>ייבואים</h1>
        <div className="view__end">
          <Link className={buttonClasses({ look: 'primary' })} to="/crm/contacts/import">
            <Icon of={Upload} />
            ייבוא חדש
          </Link>
        </div>
      </div>
      {isPending && <Loading page size="lg" />}
      {!data && error && <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && (
        <EmptyState text="עוד לא יובאו רשימות. אפשר להעלות קובץ CSV או Excel מכל מערכת, לראות מה ייכנס, ולבטל עד 30 ימים אחרי." />
      )}
      {data && data.total > 0 && (
        <>
          <ImportRows imports={data.imports} />
          {data.total > importsOnPage && (
            <Pager page={data.page + 1} size={importsOnPage} total={data.total} to={(to) => `?page=${to}`} />
          )}
        </>
      )}
    </div>
  )
}
