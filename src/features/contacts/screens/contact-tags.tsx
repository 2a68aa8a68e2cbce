import { Plus } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { TagChip } from '#platform/tags/tag-chip.tsx'
import { TagPicker } from '#platform/tags/tag-picker.tsx'
import { TagsDialog } from '#platform/tags/tags-dialog.tsx'
import { type ShownTag, useContactTags, useTagContact } from '#platform/tags/tags.data.ts'
import { refusals } from '#platform/tags/tags.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'

/** Adds and removes a contact's tags. */
export function ContactTags({ contactId }: { contactId: string }) {
  const { data: tags = [] } = useContactTags(contactId)
  const mark = useTagContact(contactId)
  const mayEdit = isAdmin(useOwnRoles())
  const [isEditing, setEditing] = useState(false)

  async function put(tag: ShownTag, isOn: boolean) {
    try {
      await mark.mutateAsync({ tag, isOn })
      if (!isOn) offerUndo({ title: 'התגית הוסרה', undo: () => mark.mutateAsync({ tag, isOn: true }) })
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }

  return (
    <div className="tags">
      {tags.map((tag) => (
        <TagChip key={tag.id} tag={tag} onRemove={() => void put(tag, false)} />
      ))}
      <TagPicker
        trigger={
          <Button
            look="ghost"
            size="sm"
            iconOnly
            aria-label="הוספת תגית"
            title="הוספת תגית"
            icon={<Icon of={Plus} />}
          />
        }
        chosen={tags.map(({ id }) => id)}
        onChoose={(tag, isOn) => void put(tag, isOn)}
        {...(mayEdit && { onEditAll: () => setEditing(true) })}
      />
      <TagsDialog open={isEditing} onOpenChange={setEditing} />
    </div>
  )
}
