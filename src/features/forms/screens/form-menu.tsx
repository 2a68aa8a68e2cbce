import {
  Archive,
  ArchiveRestore,
  Copy,
  EllipsisVertical,
  Eye,
  ExternalLink,
  Link2,
  Pause,
  Play,
  Send,
  SquareX,
  UserRound,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/layers/menu.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { type FormStatus, statusMoves } from '../form-labels.ts'
import type { ListedForm } from '../forms.data.ts'
import { formPath } from '../form-paths.ts'
import { SendFormDialog } from '../links/send-form-dialog.tsx'
import { useFormActions } from './use-form-actions.ts'

const icons: Record<FormStatus, typeof Play> = {
  draft: ArchiveRestore,
  published: Play,
  paused: Pause,
  closed: SquareX,
  archived: Archive,
}

/** Actions of a form. Only owners and admins change forms. */
export function FormMenu({ form, mayEdit }: { form: ListedForm; mayEdit: boolean }) {
  const actions = useFormActions()
  const [isSending, setSending] = useState(false)
  const { status, current_version: version } = form
  const isLinked = version !== null && status !== 'archived'
  // An unpublished form can be neither opened nor closed; a published form cannot become a draft.
  const moves = statusMoves[status].filter(({ to }) => {
    if (to === 'draft') return version === null
    return to === 'archived' || version !== null
  })
  if (!mayEdit && !isLinked) return null
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button look="ghost" iconOnly aria-label={`פעולות: ${form.title}`} icon={<Icon of={EllipsisVertical} />} />
        }
      >
        {isLinked && (
          <>
            <MenuItem icon={Link2} onSelect={() => actions.copyLink(form)}>
              העתקת הקישור
            </MenuItem>
            {status === 'published' && (
              <MenuItem icon={UserRound} onSelect={() => setSending(true)}>
                שליחה לאיש קשר
              </MenuItem>
            )}
            <MenuItem
              icon={ExternalLink}
              render={<Link to={formPath(form.public_id)} target="_blank" reloadDocument />}
            >
              צפייה בטופס
            </MenuItem>
          </>
        )}
        {mayEdit && (
          <>
            <MenuItem icon={Eye} onSelect={() => void actions.preview(form.id)}>
              תצוגה מקדימה של הטיוטה
            </MenuItem>
            <MenuItem icon={Copy} onSelect={() => actions.copy(form.id)}>
              יצירת עותק
            </MenuItem>
            {status === 'draft' && (
              <MenuItem icon={Send} onSelect={() => actions.publish(form)}>
                פרסום
              </MenuItem>
            )}
            <MenuSeparator />
            {moves.map(({ to, text }) => (
              <MenuItem key={to} icon={icons[to]} onSelect={() => actions.move(form, to)}>
                {text}
              </MenuItem>
            ))}
          </>
        )}
      </Menu>
      <SendFormDialog form={form} open={isSending} onClose={() => setSending(false)} />
    </>
  )
}
