import { ArrowDown, ArrowUp, Copy, Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { blockLabels, type MessageBlock } from '#platform/message-content/message-blocks.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'

type Props = { blocks: readonly MessageBlock[]; onChange: (blocks: MessageBlock[]) => void }

const blank = {
  heading: { kind: 'heading', text: '' },
  text: { kind: 'text', text: '' },
  button: { kind: 'button', words: '', to: '' },
  quote: { kind: 'quote', text: '' },
  line: { kind: 'line' },
} as const satisfies Partial<Record<MessageBlock['kind'], MessageBlock>>

/** The blocks of the message: add, move, duplicate, remove. */
export function BlocksCard({ blocks, onChange }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const put = (i: number, block: MessageBlock) => onChange(blocks.map((other, j) => (j === i ? block : other)))

  /** Focus follows the moved block, so that it can be moved again. */
  function move(i: number, to: number) {
    const moved = [...blocks]
    moved.splice(to, 0, ...moved.splice(i, 1))
    onChange(moved)
    const way = to < i ? 'up' : 'down'
    requestAnimationFrame(() => focusOn(to, `[data-way="${way}"]:not([disabled]), [data-way]:not([disabled])`))
  }

  function add(kind: keyof typeof blank) {
    onChange([...blocks, { ...blank[kind] }])
    requestAnimationFrame(() => focusOn(blocks.length, 'textarea, input, button'))
  }

  const focusOn = (i: number, what: string) => list.current?.children[i]?.querySelector<HTMLElement>(what)?.focus()

  return (
    <section className="campaign__card" aria-labelledby="blocks">
      <h2 id="blocks">תוכן</h2>
      <ol className="campaign__blocks" ref={list}>
        {blocks.map((block, i) => (
          // Blocks have no ids, and inputs are controlled, so index keys are safe.
          <li key={i}>
            <div className="campaign__block-head">
              <span>{blockLabels[block.kind]}</span>
              <Act label="הזזה למעלה" icon={ArrowUp} way="up" disabled={i === 0} run={() => move(i, i - 1)} />
              <Act
                label="הזזה למטה"
                icon={ArrowDown}
                way="down"
                disabled={i === blocks.length - 1}
                run={() => move(i, i + 1)}
              />
              <Act label="שכפול" icon={Copy} run={() => onChange(blocks.toSpliced(i + 1, 0, { ...block }))} />
              <Act label="הסרה" icon={Trash2} run={() => onChange(blocks.toSpliced(i, 1))} />
            </div>
            <BlockFields block={block} i={i} onChange={(changed) => put(i, changed)} />
          </li>
        ))}
      </ol>
      {blocks.length === 0 && <p className="email-note">ההודעה עוד ריקה. כדאי להתחיל בטקסט של שתיים־שלוש פסקאות.</p>}
      <div>
        <Menu align="start" trigger={<Button icon={<Icon of={Plus} />}>הוספת חלק</Button>}>
          {Object.keys(blank).map((kind) => (
            <MenuItem key={kind} onSelect={() => add(kind as keyof typeof blank)}>
              {blockLabels[kind as keyof typeof blank]}
            </MenuItem>
          ))}
        </Menu>
      </div>
    </section>
  )
}

type ActProps = { label: string; icon: typeof Plus; way?: 'up' | 'down'; disabled?: boolean; run: () => void }

const Act = ({ label, icon, way, disabled = false, run }: ActProps) => (
  <Button
    look="ghost"
    size="sm"
    iconOnly
    aria-label={label}
    icon={<Icon of={icon} />}
    disabled={disabled}
    onClick={run}
    {...(way && { 'data-way': way })}
  />
)

type FieldsProps = { block: MessageBlock; i: number; onChange: (block: MessageBlock) => void }

function BlockFields({ block, i, onChange }: FieldsProps) {
  switch (block.kind) {
    case 'heading':
      return (
        <TextField
          name={`heading-${i}`}
          label="הכותרת"
          dir="auto"
          maxLength={160}
          value={block.text}
          onChange={(event) => onChange({ ...block, text: event.target.value })}
        />
      )
    case 'text':
    case 'quote':
      return (
        <TextAreaField
          name={`text-${i}`}
          label={block.kind === 'text' ? 'הטקסט' : 'הציטוט'}
          hint={block.kind === 'text' ? 'שורה ריקה מפרידה בין פסקאות. קישור: [המילים](https://example.com)' : undefined}
          dir="auto"
          rows={block.kind === 'text' ? 6 : 3}
          maxLength={block.kind === 'text' ? 6000 : 600}
          value={block.text}
          onChange={(event) => onChange({ ...block, text: event.target.value })}
        />
      )
    case 'button':
      return (
        <div className="email-pair">
          <TextField
            name={`words-${i}`}
            label="המילים שעל הכפתור"
            dir="auto"
            maxLength={60}
            value={block.words}
            onChange={(event) => onChange({ ...block, words: event.target.value })}
          />
          <TextField
            name={`to-${i}`}
            label="לאן"
            dir="ltr"
            placeholder="/blog"
            maxLength={500}
            value={block.to}
            onChange={(event) => onChange({ ...block, to: event.target.value })}
          />
        </div>
      )
    case 'line':
    case 'picture':
    case 'article':
      return null
  }
}
