import { useState } from 'react'
import { type Block, blockKinds, type Kind, kindOf } from '#features/pages/blocks.ts'
import { mayStandOn } from '#features/pages/pages.ts'
import { Dialog, DialogBody } from '#ui/dialog.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { newBlock } from './editing.ts'

/** Which kind of block comes next, by what each is good for. */
export function AddBlockDialog({
  path,
  onAdd,
  onClose,
}: {
  path: string
  onAdd: (block: Block) => void
  onClose: () => void
}) {
  const [query, setQuery] = useState('')
  const offered = (Object.keys(blockKinds) as Kind[])
    .map((kind) => ({ kind, ...kindOf(kind) }))
    .filter(({ kind, opens, label, help }) => !opens && mayStandOn(path, kind) && `${label} ${help}`.includes(query))
  return (
    <Dialog wide open onOpenChange={(open) => !open && onClose()} title="מקטע חדש">
      <DialogBody>
        <SearchField label="חיפוש מקטע" placeholder="שאלות, איור, המלצות" value={query} onChange={setQuery} />
        {offered.length === 0 && <p className="hint">אין מקטע כזה. נסו מילה אחרת.</p>}
        <ul className="kinds">
          {offered.map(({ kind, label, help }) => (
            <li key={kind}>
              <button type="button" onClick={() => onAdd(newBlock(kind))}>
                <b>{label}</b>
                <span>{help}</span>
              </button>
            </li>
          ))}
        </ul>
      </DialogBody>
    </Dialog>
  )
}
