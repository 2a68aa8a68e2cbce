// Resolves an edit conflict of a page: a three-way merge, with a choice for each block edited on both sides.
import { type FormEvent } from 'react'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { type Block, kindOf } from '#platform/pages/blocks.ts'
import { changesBetween } from '#platform/pages/version-diff.ts'
import type { OpenedPage } from '#platform/pages/editing.data.ts'
import { type Conflict, mergeBlocks, resolveConflicts } from '#platform/pages/merge-blocks.ts'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { ChangesList } from './changes-list.tsx'
import { Disclosure } from './disclosure.tsx'

type Props = {
  base: readonly Block[]
  mine: readonly Block[]
  theirs: OpenedPage
  theirBlocks: readonly Block[]
  onSettled: (blocks: readonly Block[]) => void
  onClose: () => void
}

export function ConflictDialog({ base, mine, theirs, theirBlocks, onSettled, onClose }: Props) {
  const name = useStaffName()(theirs.newest_by)
  const merged = mergeBlocks(base, mine, theirBlocks)
  const changes = changesBetween(base, theirBlocks)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const selected = new FormData(event.currentTarget)
    onSettled(
      resolveConflicts(
        merged,
        new Set(merged.conflicts.map(({ id }) => id).filter((id) => selected.get(id) === 'theirs')),
      ),
    )
  }

  return (
    <Dialog
      wide
      open
      onOpenChange={(open) => !open && onClose()}
      title={
        name ? (
          <>
            <bdi>{name}</bdi>: נשמרה גרסה חדשה בזמן שערכתם
          </>
        ) : (
          'נשמרה גרסה חדשה בזמן שערכתם'
        )
      }
      text={
        merged.conflicts.length === 0
          ? 'לא נגעתם באותם מקטעים: אפשר לשמור את שני השינויים יחד.'
          : 'שני הצדדים שינו את אותו מקטע. בחרו מה יישאר, וכל השאר יישמר יחד.'
      }
    >
      <form onSubmit={submit}>
        <DialogBody>
          {merged.conflicts.map((conflict) => (
            <Choice key={conflict.id} conflict={conflict} base={base} />
          ))}
          {changes.length > 0 && (
            <Disclosure title="כל מה שהשתנה אצלם" open={merged.conflicts.length === 0}>
              <ChangesList changes={changes} />
            </Disclosure>
          )}
        </DialogBody>
        <FormActions
          words={merged.conflicts.length === 0 ? 'שמירה של שניהם' : 'שמירת הבחירה'}
          busy={false}
          onBack={onClose}
        />
      </form>
    </Dialog>
  )
}

function Choice({ conflict: { id, mine, theirs }, base }: { conflict: Conflict; base: readonly Block[] }) {
  const was = base.filter((block) => block.id === id)
  const changeOf = (block: Block | null) => changesBetween(was, block ? [block] : [])
  return (
    <fieldset className="conflict">
      <legend>{kindOf((mine ?? theirs)!.kind).label}</legend>
      {(['mine', 'theirs'] as const).map((side) => (
        <label key={side} className="conflict__side">
          <input type="radio" name={id} value={side} defaultChecked={side === 'mine'} />
          <b>{side === 'mine' ? 'שלכם' : 'שלהם'}</b>
          <ChangesList changes={changeOf(side === 'mine' ? mine : theirs)} />
        </label>
      ))}
    </fieldset>
  )
}
