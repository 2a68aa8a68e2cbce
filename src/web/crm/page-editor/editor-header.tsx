import {
  ArrowRight,
  Copy,
  EllipsisVertical,
  ExternalLink,
  EyeOff,
  History,
  ListMinus,
  ListPlus,
  ListX,
  Undo2,
  CalendarClock,
  Search,
  Settings2,
  Trash2,
} from 'lucide-react'
import { Link } from 'react-router'
import type { usePageEditing } from '#platform/pages/editor/use-page-editing.ts'
import type { MenuState } from '#platform/pages/menu-entry.ts'
import { stateOf } from '#platform/pages/editing.data.ts'
import { PageStateBadge } from '#platform/pages/page-state-badge.tsx'
import { pageEditorPath } from '#platform/pages/page-editor-path.ts'
import { framePath, isSiteWide } from '#platform/pages/pages.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/layers/menu.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

/** Title, state and actions of the edited page. */
export function EditorHeader({
  editing,
  menuState,
  onPublish,
  onHistory,
  onCopy,
  onSettings,
  onSchedule,
  onDelete,
}: {
  editing: ReturnType<typeof usePageEditing>
  /** Only for the owner's own pages. */
  menuState: MenuState | undefined
  onPublish: () => void
  onHistory: () => void
  onCopy: () => void
  onSettings: () => void
  onSchedule: () => void
  onDelete: () => void
}) {
  const { page, isUnsaved, isSaving, isPublishing } = editing
  const isShown = page.published_version_id !== null
  const isCurrent = page.published_version_id === page.newest_id && !isUnsaved
  return (
    <div className="view__head page-editor__head">
      <Link to="/crm/site" className="btn btn--ghost btn--icon btn--sm" aria-label="לכל העמודים">
        <Icon of={ArrowRight} />
      </Link>
      <h1>{page.label}</h1>
      <PageStateBadge state={isUnsaved && isShown ? 'changed' : stateOf(page)} />
      {page.publish_at && (
        <span className="hint">
          יפורסם ב־{formatDate(page.publish_at)} בשעה {formatTime(page.publish_at)}
        </span>
      )}
      <div className="view__end">
        <Button
          look="ghost"
          iconOnly
          aria-label="ביטול הצעד האחרון"
          disabled={!editing.mayUndo}
          icon={<Icon of={Undo2} />}
          onClick={() => editing.step({ do: 'undo' })}
        />
        <Menu
          align="end"
          trigger={<Button look="ghost" iconOnly aria-label="עוד" icon={<Icon of={EllipsisVertical} />} />}
        >
          <MenuItem icon={History} onSelect={onHistory}>
            היסטוריית הגרסאות
          </MenuItem>
          {!isSiteWide(page.path) && (
            <MenuItem icon={Copy} onSelect={onCopy}>
              התחלה מתוכן של עמוד אחר
            </MenuItem>
          )}
          {isShown && !isSiteWide(page.path) && (
            <MenuItem icon={ExternalLink} render={<Link to={page.path} target="_blank" reloadDocument />}>
              צפייה באתר
            </MenuItem>
          )}
          {!isSiteWide(page.path) && (
            <MenuItem
              icon={Search}
              render={<Link to={`/crm/seo-manager/page?${new URLSearchParams({ path: page.path }).toString()}`} />}
            >
              כותרת בגוגל וכרטיס שיתוף
            </MenuItem>
          )}
          {page.is_own && (
            <MenuItem icon={Settings2} onSelect={onSettings}>
              שם, כתובת ומסגרת
            </MenuItem>
          )}
          {isShown && menuState === 'out' && (
            <MenuItem icon={ListPlus} onSelect={() => void editing.changeMenu(true)}>
              הוספה לתפריט האתר
            </MenuItem>
          )}
          {isShown && menuState === 'in' && (
            <MenuItem icon={ListMinus} onSelect={() => void editing.changeMenu(false)}>
              הסרה מתפריט האתר
            </MenuItem>
          )}
          {isShown && menuState === 'full' && (
            <MenuItem icon={ListX} render={<Link to={pageEditorPath(framePath)} />}>
              תפריט האתר מלא: לעריכתו
            </MenuItem>
          )}
          <MenuItem icon={CalendarClock} onSelect={onSchedule}>
            {page.publish_at ? 'שינוי התזמון' : 'תזמון הפרסום'}
          </MenuItem>
          {isShown && page.path !== '/' && (
            <MenuItem icon={EyeOff} onSelect={() => void editing.unpublish()}>
              הסרה מהאתר
            </MenuItem>
          )}
          {page.is_own && (
            <>
              <MenuSeparator />
              <MenuItem icon={Trash2} danger onSelect={onDelete}>
                מחיקת העמוד
              </MenuItem>
            </>
          )}
        </Menu>
        <Button busy={isSaving} disabled={!isUnsaved} onClick={() => void editing.save()}>
          {isSaving ? 'שומרים' : 'שמירת טיוטה'}
        </Button>
        <Button look="primary" busy={isPublishing} disabled={isCurrent || isSaving} onClick={onPublish}>
          {isPublishing ? 'מפרסמים' : 'פרסום'}
        </Button>
      </div>
    </div>
  )
}
