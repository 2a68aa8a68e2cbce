import { CopyPlus, Ellipsis, ListChecks, Quote, SquareKanban, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { may } from '#platform/accounts/permissions.ts'
import type { ShownContact } from '#features/contacts/contacts.data.ts'
import { SendFormDialog } from '#features/forms/links/send-form-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/layers/menu.tsx'
import { useQuickAdd } from '#platform/screens/quick-add-context.ts'
import { PersonDataMenuItems } from '#features/privacy/screens/person-data-menu-items.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { RequestReviewDialog } from './request-review-dialog.tsx'
import { useMoveContactToBin } from '#features/contacts/screens/use-move-contact-to-bin.ts'

/** Less frequent contact actions. */
export function MoreMenu({ contact }: { contact: ShownContact }) {
  const mayDelete = may(useOwnRoles(), 'delete contacts')
  const add = useQuickAdd()
  const navigate = useNavigate()
  const moveToBin = useMoveContactToBin()
  const [isSending, setSending] = useState(false)
  const [isDialogOpen, setOpenDialog] = useState(false)
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button
            look="ghost"
            iconOnly
            aria-label="פעולות נוספות"
            title="פעולות נוספות"
            icon={<Icon of={Ellipsis} />}
          />
        }
      >
        <MenuItem icon={SquareKanban} onSelect={() => add('opportunity', { contactId: contact.id })}>
          הזדמנות חדשה
        </MenuItem>
        <MenuItem icon={Quote} onSelect={() => setOpenDialog(true)}>
          בקשת המלצה
        </MenuItem>
        <MenuItem icon={ListChecks} onSelect={() => setSending(true)}>
          שליחת טופס
        </MenuItem>
        <MenuItem icon={CopyPlus} render={<Link to={`/crm/duplicates?contact=${contact.id}`} />}>
          איחוד כפולים
        </MenuItem>
        {mayDelete && (
          <>
            <MenuSeparator />
            <PersonDataMenuItems contactId={contact.id} />
            <MenuItem
              icon={Trash2}
              danger
              onSelect={() => void moveToBin(contact).then((isAway) => isAway && navigate('/crm/contacts'))}
            >
              העברה לסל המיחזור
            </MenuItem>
          </>
        )}
      </Menu>
      <SendFormDialog
        contact={{ id: contact.id, text: contact.full_name }}
        open={isSending}
        onClose={() => setSending(false)}
      />
      <RequestReviewDialog contact={contact} open={isDialogOpen} onOpenChange={setOpenDialog} />
    </>
  )
}
