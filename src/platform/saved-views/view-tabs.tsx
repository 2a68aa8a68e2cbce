// The tabs above a list: built-in and saved views. Each tab is a URL.
import './view-tabs.css'
import { Ellipsis, Eye, Lock, PencilLine, Plus, Save, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useUserId } from '#client/session-context.tsx'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { isAdmin } from '#platform/accounts/roles.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { Count } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/layers/menu.tsx'
import { ViewDialog } from './view-dialog.tsx'
import { type Entity, normalizeSearch } from './saved-views.ts'
import { type ShownView, useViewChanges, useViews } from './saved-views.data.ts'

/** A built-in view. `search` is its query string, '' for the whole list. */
export type BuiltInView = { name: string; search: string }

/** URL parameter with the open view's id, so that a changed filter is recognised as an unsaved change of that view. */
const OPEN = 'view'

/**
 * The views of a list as links to `?…`, and a menu to save, rename, share and delete them.
 * `search` is the current query string; `counts` returns the row count of a query string, where known.
 */
export function ViewTabs({
  entity,
  search,
  builtInViews,
  counts,
}: {
  entity: Entity
  search: string
  builtInViews: readonly BuiltInView[]
  counts?: (search: string) => number | undefined
}) {
  const go = useNavigate()
  const { data: saved = [] } = useViews(entity)
  const { save, change, remove } = useViewChanges(entity)
  const [dialog, setDialog] = useState<'new' | 'rename'>()
  const userId = useUserId()
  const roles = useOwnRoles()

  const params = new URLSearchParams(search)
  const openId = params.get(OPEN)
  params.delete(OPEN)
  const now = normalizeSearch(params.toString())
  const open = saved.find(({ id }) => id === openId)
  const isChanged = open !== undefined && normalizeSearch(open.query.search) !== now
  const mayChange = open !== undefined && (open.user_id === userId || isAdmin(roles))
  const isStanding = !open && builtInViews.some((view) => normalizeSearch(view.search) === now)
  const addressOf = (view: ShownView) =>
    `?${new URLSearchParams([...new URLSearchParams(view.query.search), [OPEN, view.id]]).toString()}`

  return (
    <div className="view-tabs">
      <nav aria-label="תצוגות">
        {builtInViews.map((view) => (
          <Tab
            key={view.name}
            to={`?${view.search}`}
            isOpen={!open && normalizeSearch(view.search) === now}
            count={counts?.(view.search)}
          >
            {view.name}
          </Tab>
        ))}
        {saved.map((view) => (
          <Tab key={view.id} to={addressOf(view)} isOpen={view === open} count={counts?.(view.query.search)}>
            <bdi>{view.name}</bdi>
            {view.shared && view.user_id !== userId && <Icon of={Users} />}
          </Tab>
        ))}
      </nav>
      {mayChange && (
        <ViewMenu
          view={open}
          isOwn={open.user_id === userId}
          onRename={() => setDialog('rename')}
          onShare={(shared) =>
            change.mutate({
              view: open,
              changes: { shared },
              toastText: shared ? 'התצוגה גלויה לכל הצוות' : 'התצוגה גלויה רק לכם',
            })
          }
          onRemove={() => remove.mutate(open, { onSuccess: () => void go(`?${now}`, { replace: true }) })}
        />
      )}
      {isChanged && mayChange && (
        <Button
          look="soft"
          size="sm"
          icon={<Icon of={Save} />}
          busy={change.isPending}
          onClick={() =>
            change.mutate({
              view: open,
              changes: { query: { search: now } },
              toastText: `התצוגה ${isolate(open.name)} עודכנה`,
            })
          }
        >
          עדכון התצוגה
        </Button>
      )}
      {(isChanged || (!open && !isStanding)) && (
        <Button look="ghost" size="sm" icon={<Icon of={isChanged ? Eye : Plus} />} onClick={() => setDialog('new')}>
          {isChanged ? 'שמירה בשם אחר' : 'שמירה כתצוגה'}
        </Button>
      )}
      <ViewDialog
        open={dialog}
        view={open}
        onClose={() => setDialog(undefined)}
        onSave={async ({ name, shared }) => {
          if (dialog === 'rename' && open)
            await change.mutateAsync({ view: open, changes: { name, shared }, toastText: 'השינוי נשמר' })
          else {
            const view = await save.mutateAsync({ name, shared, search: now, position: saved.length })
            await go(addressOf(view), { replace: true })
          }
        }}
      />
    </div>
  )
}

type MenuProps = {
  view: ShownView
  /** Only its author can make a shared view private. */
  isOwn: boolean
  onRename: () => void
  onShare: (shared: boolean) => void
  onRemove: () => void
}

/** The actions of the open view. */
const ViewMenu = ({ view, isOwn, onRename, onShare, onRemove }: MenuProps) => (
  <Menu
    align="start"
    trigger={
      <Button look="ghost" size="sm" iconOnly aria-label={`פעולות לתצוגה ${view.name}`} icon={<Icon of={Ellipsis} />} />
    }
  >
    <MenuItem icon={PencilLine} onSelect={onRename}>
      שינוי השם
    </MenuItem>
    {isOwn && (
      <MenuItem icon={view.shared ? Lock : Users} onSelect={() => onShare(!view.shared)}>
        {view.shared ? 'רק בשבילי' : 'שיתוף עם הצוות'}
      </MenuItem>
    )}
    <MenuSeparator />
    <MenuItem icon={Trash2} danger onSelect={onRemove}>
      מחיקת התצוגה
    </MenuItem>
  </Menu>
)

function Tab({
  to,
  isOpen,
  count,
  children,
}: {
  to: string
  isOpen: boolean
  count: number | undefined
  children: React.ReactNode
}) {
  return (
    <Link to={to} {...(isOpen && { 'aria-current': 'page' as const })}>
      {children}
      {count !== undefined && <Count>{number.format(count)}</Count>}
    </Link>
  )
}

const number = new Intl.NumberFormat('he-IL')
