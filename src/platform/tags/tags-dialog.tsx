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
  // `before` is the name when the edit began: a refetch during the edit does not hide a colleague's change. Undefined after a conflict:
  // the next save is based on the current name.
  const [edit, setEdit] = useState<{ before: string | undefined; typed: string }>()

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

  function rename({ before = tag.name, typed }: NonNullable<typeof edit>) {
    const parsed = TagName.safeParse(typed)
    if (!parsed.success) return setError(parsed.error.issues[0]!.message)
    const name = parsed.data
    if (name === before || name === tag.name) {
      setError(undefined)
      return setEdit(undefined)
    }
    return void act(async () => {
      try {
        await renaming.mutateAsync({ id: tag.id, before, name })
      } catch (failure) {
        if (refusalCode(failure) === 'stale_version') setEdit((current) => current && { ...current, before: undefined })
        throw failure
      }
      // A name typed during the save stays.
      setEdit((current) => (current && current.typed !== typed ? { ...current, before: name } : undefined))
    })
  }

  return (
    <li>
      <input
        className="input"
        aria-label={`השם של ${tag.name}`}
        value={edit?.typed ?? tag.name}
        maxLength={tagNameLimit}
        dir="auto"
        onChange={({ target }) => setEdit({ before: edit?.before ?? tag.name, typed: target.value })}
        onBlur={() => edit && rename(edit)}
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
