// The ordered blocks of a page. One is expanded; the others are collapsed to a line.
import './block-list.css'
import { ArrowDown, ArrowUp, ChevronDown, CircleAlert, Copy, EllipsisVertical, Plus, Trash2 } from 'lucide-react'
import { type Dispatch, type KeyboardEvent, useEffect } from 'react'
import { type Block, kindOf } from '#platform/pages/blocks.ts'
import { maxBlocks } from '#platform/pages/pages.ts'
import { Kbd } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/layers/menu.tsx'
import { useRowFocus } from '#ui/rows/row-focus.ts'
import { toast } from '#ui/toast/toast.tsx'
import { BlockForm } from '#platform/pages/block-form/block-form.tsx'
import { firstText, problemsOf } from '#platform/pages/block-form/block-problems.ts'
import { isOpening, mayMove, newId, type Edit } from './undoable-edits.ts'

type Props = {
  blocks: readonly Block[]
  selected: string | null
  showAll: boolean
  onSelect: (id: string | null) => void
  onStep: Dispatch<Edit>
  /** Opens the dialog that adds a block after this one. */
  onAdd: (after: string) => void
}

export function BlockList({ blocks, ...rest }: Props) {
  return (
    <ol className="blocks">
      {blocks.map((block, at) => (
        <BlockRow key={block.id} {...rest} blocks={blocks} block={block} at={at} />
      ))}
    </ol>
  )
}

function BlockRow({
  blocks,
  block,
  at,
  selected,
  showAll,
  onSelect,
  onStep,
  onAdd,
}: Props & { block: Block; at: number }) {
  const isOpen = selected === block.id
  const keepsFocus = useRowFocus<HTMLLIElement>({ rows: '.blocks__row', within: '.page-editor__blocks' })
  const row = keepsFocus.ref
  const { label } = kindOf(block.kind)
  const faulty = problemsOf(block).size > 0
  const mayGo = { up: mayMove(blocks, at, -1), down: mayMove(blocks, at, 1) }
  const isFull = blocks.length >= maxBlocks
  // A block selected in the preview may be out of view.
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, row])

  function move(by: -1 | 1) {
    onStep({ do: 'move', id: block.id, by })
    // Browsers drop focus from a node that moves in the DOM.
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>('.blocks__open')?.focus())
  }
  function remove() {
    onStep({ do: 'remove', id: block.id })
    toast.info(`המקטע ״${label}״ הוסר`, {
      action: { text: 'החזרה', run: () => onStep({ do: 'restore', block, previous: blocks }) },
    })
  }
  function press(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(event.key === 'ArrowUp' ? -1 : 1)
  }

  return (
    <li className={isOpen ? 'blocks__row blocks__row--open' : 'blocks__row'} {...keepsFocus}>
      <div className="blocks__head">
        <button
          type="button"
          className="blocks__open"
          aria-expanded={isOpen}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={() => onSelect(isOpen ? null : block.id)}
          onKeyDown={press}
        >
          <Icon of={ChevronDown} className="blocks__chevron" />
          <span>
            <b>{label}</b>
            <bdi>{firstText(block)}</bdi>
          </span>
          {faulty && (
            <span className="blocks__faulty">
              <Icon of={CircleAlert} />
              <span className="vh">יש כאן שדה לתיקון</span>
            </span>
          )}
        </button>
        <Menu
          align="end"
          trigger={
            <Button
              look="ghost"
              size="sm"
              iconOnly
              aria-label={`פעולות: ${label}`}
              icon={<Icon of={EllipsisVertical} />}
            />
          }
        >
          <MenuItem icon={ArrowUp} disabled={!mayGo.up} onSelect={() => move(-1)} end={<Kbd>Alt ↑</Kbd>}>
            למעלה
          </MenuItem>
          <MenuItem icon={ArrowDown} disabled={!mayGo.down} onSelect={() => move(1)} end={<Kbd>Alt ↓</Kbd>}>
            למטה
          </MenuItem>
          <MenuItem icon={Plus} disabled={isFull} onSelect={() => onAdd(block.id)}>
            מקטע חדש אחריו
          </MenuItem>
          <MenuItem
            icon={Copy}
            disabled={isFull || isOpening(block)}
            onSelect={() => onStep({ do: 'duplicate', id: block.id, as: newId(block.kind) })}
          >
            שכפול
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} danger disabled={isOpening(block) || blocks.length === 1} onSelect={remove}>
            הסרה
          </MenuItem>
        </Menu>
      </div>
      {isOpen && (
        <BlockForm
          block={block}
          showAll={showAll}
          onWrite={(content) => onStep({ do: 'write', id: block.id, content })}
        />
      )}
    </li>
  )
}
