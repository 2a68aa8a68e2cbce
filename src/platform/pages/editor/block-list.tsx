// The ordered blocks of a page. One is expanded; the others are collapsed to a line.
import './block-list.css'
import {
  ArrowDown,
  ArrowUp,
  ChevronDown,
  CircleAlert,
  Copy,
  EllipsisVertical,
  GripVertical,
  Plus,
  Trash2,
} from 'lucide-react'
import { type Dispatch, type DragEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Block, kindOf } from '#platform/pages/blocks.ts'
import { missingFeaturesOf } from '#platform/pages/claims.ts'
import { maxBlocks } from '#platform/pages/pages.ts'
import { Kbd } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/layers/menu.tsx'
import { useRowFocus } from '#ui/rows/row-focus.ts'
import { toast } from '#ui/toast/toast.tsx'
import { BlockForm } from '#platform/pages/block-form/block-form.tsx'
import { firstText, problemsOf } from '#platform/pages/block-form/block-problems.ts'
import { hiddenReason } from './hidden-reason.ts'
import { isOpening, mayMove, newId, type Edit } from './undoable-edits.ts'

type Props = {
  blocks: readonly Block[]
  selected: string | null
  showAll: boolean
  /** Ids of the blocks currently hidden from visitors. */
  hidden?: ReadonlySet<string>
  /** The features that are set up, to mark blocks with hidden claims. */
  ready?: readonly string[] | undefined
  onSelect: (id: string | null) => void
  onStep: Dispatch<Edit>
  /** Opens the dialog that adds a block after this one. */
  onAdd: (after: string) => void
}

const dragType = 'application/x-page-block'

/** Which half of the row is under the pointer. */
function sideOf({ currentTarget, clientY }: DragEvent<HTMLElement>): 'before' | 'after' {
  const { top, height } = currentTarget.getBoundingClientRect()
  return clientY < top + height / 2 ? 'before' : 'after'
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
  hidden,
  ready,
  onSelect,
  onStep,
  onAdd,
}: Props & { block: Block; at: number }) {
  const isOpen = selected === block.id
  const rowFocusProps = useRowFocus<HTMLLIElement>({ rows: '.blocks__row', within: '.page-editor__blocks' })
  const row = rowFocusProps.ref
  const [drop, setDrop] = useState<'before' | 'after'>()
  const { label } = kindOf(block.kind)
  const faulty = problemsOf(block).size > 0
  const mayGo = { up: mayMove(blocks, at, -1), down: mayMove(blocks, at, 1) }
  const isFull = blocks.length >= maxBlocks
  const missing = ready ? missingFeaturesOf(block.content, ready) : []
  // A block selected in the preview may be out of view.
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, row])

  function move(by: -1 | 1) {
    flushSync(() => onStep({ do: 'move', id: block.id, by }))
    // Browsers drop focus from a node that moves in the DOM.
    row.current?.querySelector<HTMLElement>('.blocks__open')?.focus()
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a drop target; the keyboard has Alt+arrows and the menu
    <li
      className={['blocks__row', isOpen && 'blocks__row--open', drop && `blocks__row--${drop}`]
        .filter(Boolean)
        .join(' ')}
      {...rowFocusProps}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragType)) return
        event.preventDefault()
        setDrop(sideOf(event))
      }}
      onDragLeave={() => setDrop(undefined)}
      onDrop={(event) => {
        setDrop(undefined)
        const id = event.dataTransfer.getData(dragType)
        if (!id) return
        event.preventDefault()
        onStep({ do: 'place', id, at: block.id, side: sideOf(event) })
      }}
    >
      <div className="blocks__head">
        {!isOpening(block) && (
          // The keyboard moves blocks with Alt and the arrows, or with the menu.
          <span
            className="blocks__grip"
            aria-hidden="true"
            draggable
            onDragStart={(event) => {
              event.dataTransfer.setData(dragType, block.id)
              event.dataTransfer.effectAllowed = 'move'
              if (row.current) event.dataTransfer.setDragImage(row.current, 20, 20)
            }}
          >
            <Icon of={GripVertical} />
          </span>
        )}
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
            {hidden?.has(block.id) && !isOpening(block) && (
              <small className="blocks__hidden">לא מוצג עכשיו: {hiddenReason(block)}</small>
            )}
            {missing.length > 0 && (
              <small className="blocks__hidden">חלק מהטקסט מוסתר באתר, כי עוד אין: {missing.join(', ')}</small>
            )}
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
