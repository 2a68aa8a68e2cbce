// Bulk actions on the selected contacts. Each action first shows the count and the names for confirmation.
import '#features/contact-list/screens/bulk-bar.css'
import { Contact, ListTodo, type LucideIcon, Tag, Tags, Trash2, UserRound, X } from 'lucide-react'
import { useState } from 'react'
import { may, type Permission } from '#platform/accounts/permissions.ts'
import { count } from '#lib/hebrew/count.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { ExportMenu } from '#features/exports/export-menu.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { BulkDialog, type BulkKind } from '#features/contact-list/screens/bulk-dialog.tsx'
import type { ContactSelection } from '#features/contact-list/screens/selection.ts'

const actions: { kind: BulkKind; text: string; icon: LucideIcon; permission?: Permission }[] = [
  { kind: 'owner', text: 'אחריות', icon: UserRound },
  { kind: 'add_tag', text: 'תיוג', icon: Tag },
  { kind: 'remove_tag', text: 'הסרת תגית', icon: Tags },
  { kind: 'lifecycle', text: 'סוג', icon: Contact },
  { kind: 'task', text: 'משימה', icon: ListTodo },
  { kind: 'bin', text: 'מחיקה', icon: Trash2, permission: 'delete contacts' },
]

const number = new Intl.NumberFormat('he-IL')

export function BulkBar({ picked, total, search }: { picked: ContactSelection; total: number; search: string }) {
  const roles = useOwnRoles()
  const [kind, setKind] = useState<BulkKind>()
  const offered = actions.filter(({ permission }) => !permission || may(roles, permission))
  return (
    <>
      {picked.count > 0 && (
        <section className="bulk-bar" aria-label="פעולות על מי שסומנו">
          <output>{count(picked.count, { one: 'אחד נבחר', two: 'שניים נבחרו', other: '# נבחרו' })}</output>
          {!picked.isAll && total > picked.count && (
            <button type="button" onClick={picked.pickAll}>
              בחירת כל {number.format(total)}
            </button>
          )}
          <span className="bulk-bar__wide">
            {offered.map(({ kind: offer, text, icon }) => (
              <button key={offer} type="button" onClick={() => setKind(offer)}>
                <Icon of={icon} />
                {text}
              </button>
            ))}
          </span>
          <span className="bulk-bar__narrow">
            <Menu side="top" trigger={<button type="button">פעולות</button>}>
              {offered.map(({ kind: offer, text, icon }) => (
                <MenuItem key={offer} icon={icon} danger={offer === 'bin'} onSelect={() => setKind(offer)}>
                  {text}
                </MenuItem>
              ))}
            </Menu>
          </span>
          <span className="bulk-bar__wide">
            <ExportMenu
              search={search}
              {...('ids' in picked.selection ? { ids: picked.selection.ids } : { but: picked.selection.but })}
            />
          </span>
          <button type="button" aria-label="ביטול הסימון" onClick={picked.clear}>
            <Icon of={X} />
          </button>
        </section>
      )}
      <BulkDialog kind={kind} picked={picked} onClose={() => setKind(undefined)} />
    </>
  )
}
