import { Ellipsis, ListTodo, MessageCircle, Phone, SquareKanban, Trash2 } from 'lucide-react'
import { may } from '#platform/accounts/permissions.ts'
import { type ListedContact, primaryPoint } from '#features/contact-list/contact-list.data.ts'
import { whatsappAddress } from '#lib/whatsapp.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/layers/menu.tsx'
import { useQuickAdd } from '#platform/screens/quick-add-context.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { useBulkWithUndo } from './use-bulk-with-undo.ts'

/** Row actions of a contact. */
export function RowMenu({ contact }: { contact: ListedContact }) {
  const add = useQuickAdd()
  const roles = useOwnRoles()
  const { run } = useBulkWithUndo()
  const phone = primaryPoint(contact, 'phone')
  return (
    <Menu
      align="end"
      trigger={
        <Button
          look="ghost"
          size="sm"
          iconOnly
          aria-label={`פעולות: ${contact.full_name}`}
          icon={<Icon of={Ellipsis} />}
        />
      }
    >
      {phone && (
        <>
          <MenuItem icon={Phone} render={<a href={`tel:${phone}`} aria-label="שיחה" />}>
            שיחה
          </MenuItem>
          <MenuItem
            icon={MessageCircle}
            render={<a href={whatsappAddress(phone)} target="_blank" rel="noreferrer" aria-label="וואטסאפ" />}
          >
            וואטסאפ
          </MenuItem>
        </>
      )}
      <MenuItem icon={ListTodo} onSelect={() => add('task', { contactId: contact.id })}>
        משימה
      </MenuItem>
      {may(roles, 'open opportunities') && (
        <MenuItem icon={SquareKanban} onSelect={() => add('opportunity', { contactId: contact.id })}>
          הזדמנות
        </MenuItem>
      )}
      {may(roles, 'delete contacts') && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={Trash2}
            danger
            onSelect={() =>
              void run({
                selection: { ids: [contact.id] },
                change: { deleted_at: 'now' },
                message: () => `${isolate(contact.full_name)} בסל המיחזור`,
              })
            }
          >
            לסל המיחזור
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
