// The contact list: search, filters, sorting, bulk actions.
import '#features/contact-list/screens/contacts-screen.css'
import { Plus, Upload } from 'lucide-react'
import { Link } from 'react-router'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { useContactCount, useContactCounts, useLiveContactList } from '#features/contact-list/contact-list.data.ts'
import { filterOf } from '#features/contact-list/contact-list.ts'
import { type BuiltInView, ViewTabs } from '#platform/saved-views/view-tabs.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, buttonClasses } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { ExportMenu } from '#features/exports/export-menu.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useQuickAdd } from '#platform/screens/quick-add-context.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ColumnMenu } from '#features/contact-list/screens/column-menu.tsx'
import { ContactTable } from '#features/contact-list/screens/contact-table.tsx'
import { FilterBar } from '#features/contact-list/screens/filter-bar.tsx'
import { useSelection } from '#features/contact-list/screens/selection.ts'
import { useListUrl } from '#features/contact-list/screens/use-list-url.ts'

const builtInViews: BuiltInView[] = [
  { name: 'כולם', search: '' },
  { name: 'באחריותי', search: 'f=owner:is:me' },
  { name: 'מתעניינים', search: 'f=lifecycle:is:lead' },
  { name: 'לקוחות', search: 'f=lifecycle:is:client' },
  { name: 'ללא פעילות 30 יום', search: 'f=activity:older:30' },
]
const builtInFilters = builtInViews.map(({ search }) => filterOf(search))

const number = new Intl.NumberFormat('he-IL')

export function Component() {
  useScreenTitle('אנשי קשר')
  const add = useQuickAdd()
  const mayImport = isAdmin(useOwnRoles())
  const address = useListUrl()
  const { listQuery, search, columns } = address
  const { data: total, error, isPending, refetch } = useContactCount(listQuery.filter)
  const counts = useContactCounts(builtInFilters)
  const picked = useSelection(listQuery.filter, total)
  useLiveContactList()

  const isFiltered = listQuery.filter.groups.length > 0 || listQuery.filter.words !== ''
  return (
    <div className="view contacts">
      <div className="view__head">
        <h1>אנשי קשר</h1>
        {total !== undefined && total > 0 && <Badge>{number.format(total)}</Badge>}
        <div className="view__end">
          <Link className={buttonClasses({ look: 'ghost' })} to="/crm/duplicates">
            כפילויות
          </Link>
          <ExportMenu search={search} />
          {mayImport && (
            <Link className={buttonClasses({})} to="/crm/contacts/import">
              <Icon of={Upload} />
              ייבוא
            </Link>
          )}
          <Button icon={<Icon of={Plus} />} onClick={() => add('contact')}>
            איש קשר
          </Button>
        </div>
      </div>
      <ViewTabs
        entity="contacts"
        search={search}
        builtInViews={builtInViews}
        counts={(of) => counts[builtInViews.findIndex((view) => view.search === of)]}
      />
      <div className="contacts__tools">
        <FilterBar
          groups={address.groups}
          onGroups={address.setGroups}
          typed={address.typed}
          onTyped={address.setTyped}
        />
        <ColumnMenu columns={columns} onColumns={address.setColumns} />
      </div>
      {isPending && <Loading page size="lg" />}
      {total === undefined && error && <FailedToLoad insteadOf={total} error={error} onRetry={() => void refetch()} />}
      {total === 0 && (
        <NoResults
          words={listQuery.filter.words}
          isFiltered={isFiltered}
          onAdd={() => add('contact')}
          onClear={() => address.clear()}
        />
      )}
      {total !== undefined && total > 0 && (
        <ContactTable
          listQuery={listQuery}
          total={total}
          columns={columns}
          search={search}
          picked={picked}
          onSort={address.setSort}
        />
      )}
      <BulkBar picked={picked} total={total ?? 0} search={search} />
    </div>
  )
}

function NoResults({
  words,
  isFiltered,
  onAdd,
  onClear,
}: {
  words: string
  isFiltered: boolean
  onAdd: () => void
  onClear: () => void
}) {
  if (isFiltered)
    return (
      <EmptyState
        picture={false}
        text={
          words ? (
            <>
              לא מצאנו את ״<bdi>{words}</bdi>״. אפשר לחפש גם לפי חלק מהשם, מהטלפון או מהדוא״ל.
            </>
          ) : (
            'אין מי שמתאים לסינון הזה.'
          )
        }
        action={<Button onClick={onClear}>ניקוי הסינון</Button>}
      />
    )
  return (
    <EmptyState
      text="עדיין אין אנשי קשר. אפשר להוסיף ידנית, או לייבא רשימה מקובץ."
      action={
        <Button look="primary" onClick={onAdd}>
          הוספת איש קשר
        </Button>
      }
    />
  )
}
