import { BlockThumbnail } from '#platform/pages/editor/block-thumbnail.tsx'
import { useState } from 'react'
import { type Block, blockKinds, type Kind, kindOf } from '#platform/pages/blocks.ts'
import { isAllowedOn } from '#platform/pages/pages.ts'
import { useTemplates } from '#features/component-templates/component-templates.data.ts'
import { blockOf } from '#features/component-templates/component-templates.ts'
import { Dialog, DialogBody } from '#ui/layers/dialog.tsx'
import { SearchField } from '#ui/lists/search-field.tsx'
import { firstText } from '#platform/pages/block-form/block-problems.ts'
import { newBlock, newId } from '#platform/pages/editor/undoable-edits.ts'

/** Adds a block from the template library, or a new one of a kind. */
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
  const { data: templates = [] } = useTemplates()
  const ready = templates.flatMap((template) => {
    const block = blockOf(template)
    const isWanted =
      block && isAllowedOn(path, block.kind) && `${template.name} ${kindOf(block.kind).label}`.includes(query)
    return isWanted ? [{ ...template, block }] : []
  })
  const offered = (Object.keys(blockKinds) as Kind[])
    .map((kind) => ({ kind, ...kindOf(kind) }))
    .filter(({ kind, opens, label, help }) => !opens && isAllowedOn(path, kind) && `${label} ${help}`.includes(query))
  return (
    <Dialog wide open onOpenChange={(open) => !open && onClose()} title="מקטע חדש">
      <DialogBody>
        <SearchField label="חיפוש מקטע" placeholder="שאלות, איור, המלצות" value={query} onChange={setQuery} />
        {ready.length > 0 && (
          <>
            <h3>מהספרייה</h3>
            <ul className="kinds">
              {ready.map(({ id, name, block }) => (
                <li key={id}>
                  <button type="button" onClick={() => onAdd({ ...block, id: newId(block.kind) })}>
                    <b>{name}</b>
                    <span>
                      {kindOf(block.kind).label}: <bdi>{firstText(block)}</bdi>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
            <h3>חדש</h3>
          </>
        )}
        {offered.length + ready.length === 0 && <p className="hint">אין מקטע כזה. נסו מילה אחרת.</p>}
        <ul className="kinds">
          {offered.map(({ kind, label, help }) => (
            <li key={kind}>
              <button type="button" onClick={() => onAdd(newBlock(kind))}>
                <BlockThumbnail kind={kind} />
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
