import './tags.css'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { refusalCode, refusalText } from '#client/refusal.ts'
import { refusals as bulkRefusals } from '#platform/bulk-actions/bulk-actions.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogBody } from '#ui/layers/dialog.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { type ShownTag, useDeleteTag, useRecolourTag, useRenameTag, useTags } from './tags.data.ts'
import { refusals, tagColorLabels, tagColors, TagName, tagNameLimit } from './tags.ts'

const carriers = { zero: '', one: ' מאיש קשר אחד', two: ' משני אנשי קשר', other: ' מ־# אנשי קשר' }

/** The tag was deleted by a colleague: the function refuses it, or an update matches no row. */
const missingCodes = new Set(['tag_not_found', 'row_gone', 'PGRST116'])

type Props = { open: boolean; onOpenChange: (open: boolean) => void }

/** Tag manager: rename, recolour, delete. A name is saved on blur. */
export const TagsDialog = ({ open, onOpenChange }: Props) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="התגיות של העסק">
    {open && <Tags />}
  </Dialog>
)

function Tags() {
  const { data: tags = [] } = useTags()
  return (
    <DialogBody>
      {tags.length === 0 && <p>אין עדיין תגיות</p>}
      <ul className="tags-edit">
        {tags.map((tag) => (
          <TagEditor key={tag.id} tag={tag} />
        ))}
      </ul>
    </DialogBody>
  )
}

function TagEditor({ tag }: { tag: ShownTag }) {
  const recolour = useRecolourTag()
  const renaming = useRenameTag()
  const remove = useDeleteTag()
  const [error, setError] = useState<string | undefined>()
  // The name when the field was focused: a refetch during the edit does not hide a colleague's change.
  const [before, setBefore] = useState(tag.name)

  async function act(work: () => Promise<unknown>) {
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      // Shown as a toast, because the refetch removes the row with any message in it.
      if (missingCodes.has(refusalCode(failure))) toast.error(refusals.tag_not_found)
      else setError(refusalText(failure, refusals))
    }
  }

  function rename(typed: string) {
    const name = TagName.safeParse(typed)
    if (!name.success) return setError(name.error.issues[0]!.message)
    if (name.data !== before && name.data !== tag.name)
      void act(() => renaming.mutateAsync({ id: tag.id, before, name: name.data }))
  }

  return (
    <li>
      <input
        className="input"
        aria-label={`השם של ${tag.name}`}
        defaultValue={tag.name}
        maxLength={tagNameLimit}
        dir="auto"
        onFocus={() => setBefore(tag.name)}
        onBlur={(event) => rename(event.target.value)}
      />
      <select
        className="select"
        aria-label={`הצבע של ${tag.name}`}
        value={tag.color}
        onChange={(event) =>
          void act(() => recolour.mutateAsync({ id: tag.id, color: event.target.value as ShownTag['color'] }))
        }
      >
        {tagColors.map((color) => (
          <option key={color} value={color}>
            {tagColorLabels[color]}
          </option>
        ))}
      </select>
      <Button
        look="ghost"
        iconOnly
        aria-label={`מחיקת התגית ${tag.name}`}
        icon={<Icon of={Trash2} />}
        busy={remove.isPending}
        onClick={() =>
          void act(async () => {
            const { changed, restore } = await remove.mutateAsync(tag.id)
            const carried = count(changed, carriers)
            offerUndo({
              title: `התגית ${isolate(tag.name)} נמחקה${carried}`,
              undo: restore,
              explain: (failure) => refusalText(failure, { ...bulkRefusals, ...refusals }),
            })
          })
        }
      />
      {error && <ErrorText>{error}</ErrorText>}
    </li>
  )
}
