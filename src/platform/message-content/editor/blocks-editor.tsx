// Edits the blocks of a mail: add, move, duplicate, remove, set conditions.
import './blocks-editor.css'
import { ArrowDown, ArrowUp, Copy, EllipsisVertical, Filter, Plus, Trash2 } from 'lucide-react'
import { type ComponentType, useRef, useState } from 'react'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { blockLabels, type MessageBlock } from '../message-blocks.ts'
import { BlockFields } from './block-fields.tsx'
import { ConditionDialog } from './condition-dialog.tsx'
import { blockConditionText } from './describe-token.ts'
import { PictureButton } from './picture-button.tsx'

type Props = {
  blocks: readonly MessageBlock[]
  onChange: (blocks: MessageBlock[]) => void
  fields: readonly MergeField[]
  /** Opens the picker of a blog post; without it posts cannot be added. */
  ArticleChooser?: ChooseArticle | undefined
  /** Restricts merge fields to chips without settings, and disables conditions: the mail has no other data of its recipient. */
  isFixed?: boolean
  /** Hint shown while there is no block. */
  empty?: string
}

export type ChooseArticle = ComponentType<{ onChoose: (block: ArticleBlock) => void; onClose: () => void }>
export type ArticleBlock = MessageBlock & { kind: 'article' }

const blank = {
  heading: { kind: 'heading', text: '' },
  text: { kind: 'text', text: '' },
  button: { kind: 'button', words: '', to: '' },
  quote: { kind: 'quote', text: '' },
  line: { kind: 'line' },
} as const satisfies Partial<Record<MessageBlock['kind'], MessageBlock>>
type BlankKind = keyof typeof blank

export function BlocksEditor({
  blocks,
  onChange,
  fields,
  ArticleChooser,
  isFixed = false,
  empty = 'ההודעה עוד ריקה. כדאי להתחיל בטקסט של שתיים־שלוש פסקאות.',
}: Props) {
  const list = useRef<HTMLOListElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  const [conditioned, setConditioned] = useState<number>()
  const put = (i: number, block: MessageBlock) => onChange(blocks.map((other, j) => (j === i ? block : other)))
  /** The first of the selectors that matches an element of the block. */
  const focusOn = (i: number, ...selectors: string[]) =>
    requestAnimationFrame(() => {
      const block = list.current?.children[i]
      const found = selectors.map((selector) => block?.querySelector<HTMLElement>(selector)).find(Boolean)
      found?.focus()
    })

  /** Focus follows the moved block, so that it can be moved again. */
  function move(i: number, to: number) {
    const moved = [...blocks]
    moved.splice(to, 0, ...moved.splice(i, 1))
    onChange(moved)
    focusOn(to, `[data-way="${to < i ? 'up' : 'down'}"]:not([disabled])`, '[data-way]:not([disabled])')
  }

  function add(block: MessageBlock) {
    onChange([...blocks, { ...block }])
    focusOn(blocks.length, '[role="textbox"]', 'button:not([disabled])')
  }

  return (
    <>
      <ol className="blocks-editor" ref={list}>
        {blocks.map((block, i) => (
          // Blocks have no ids, and fields are controlled, so index keys are safe.
          <li key={i}>
            <div className="blocks-editor__head">
              <span>{blockLabels[block.kind]}</span>
              <Act label="הזזה למעלה" icon={ArrowUp} way="up" disabled={i === 0} run={() => move(i, i - 1)} />
              <Act
                label="הזזה למטה"
                icon={ArrowDown}
                way="down"
                disabled={i === blocks.length - 1}
                run={() => move(i, i + 1)}
              />
              <Menu
                align="end"
                trigger={
                  <Button
                    look="ghost"
                    size="sm"
                    iconOnly
                    aria-label={`עוד על חלק ${i + 1}`}
                    icon={<Icon of={EllipsisVertical} />}
                  />
                }
              >
                {!isFixed && (
                  <MenuItem icon={Filter} onSelect={() => setConditioned(i)}>
                    למי להציג
                  </MenuItem>
                )}
                <MenuItem icon={Copy} onSelect={() => onChange(blocks.toSpliced(i + 1, 0, { ...block }))}>
                  שכפול
                </MenuItem>
                <MenuItem icon={Trash2} danger onSelect={() => onChange(blocks.toSpliced(i, 1))}>
                  הסרה
                </MenuItem>
              </Menu>
            </div>
            {block.when && (
              <button type="button" className="blocks-editor__when" onClick={() => setConditioned(i)}>
                <Icon of={Filter} />
                רק כאשר {blockConditionText(block.when, fields)}
              </button>
            )}
            <BlockFields
              block={block}
              i={i}
              fields={fields}
              isFixed={isFixed}
              onChange={(changed) => put(i, changed)}
            />
          </li>
        ))}
      </ol>
      {blocks.length === 0 && <p className="hint">{empty}</p>}
      <div className="blocks-editor__add">
        <Menu align="start" trigger={<Button icon={<Icon of={Plus} />}>הוספת חלק</Button>}>
          {Object.keys(blank).map((kind) => (
            <MenuItem key={kind} onSelect={() => add(blank[kind as BlankKind])}>
              {blockLabels[kind as BlankKind]}
            </MenuItem>
          ))}
          {ArticleChooser && <MenuItem onSelect={() => setChoosing(true)}>{blockLabels.article}</MenuItem>}
        </Menu>
        <PictureButton words="תמונה" onAdded={(picture) => add({ kind: 'picture', picture, alt: '', to: '' })} />
      </div>
      {isChoosing && ArticleChooser && <ArticleChooser onChoose={add} onClose={() => setChoosing(false)} />}
      {conditioned !== undefined && blocks[conditioned] && (
        <ConditionDialog
          when={blocks[conditioned].when ?? ''}
          fields={fields}
          onClose={() => setConditioned(undefined)}
          onChange={(when) => put(conditioned, withCondition(blocks[conditioned]!, when))}
        />
      )}
    </>
  )
}

function withCondition(block: MessageBlock, when: string): MessageBlock {
  const { when: _before, ...rest } = block
  return when === '' ? (rest as MessageBlock) : ({ ...rest, when } as MessageBlock)
}

type ActProps = { label: string; icon: typeof Plus; way: 'up' | 'down'; disabled: boolean; run: () => void }

const Act = ({ label, icon, way, disabled, run }: ActProps) => (
  <Button
    look="ghost"
    size="sm"
    iconOnly
    aria-label={label}
    icon={<Icon of={icon} />}
    disabled={disabled}
    onClick={run}
    data-way={way}
  />
)
