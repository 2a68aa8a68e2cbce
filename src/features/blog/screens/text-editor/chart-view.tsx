import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react'
import { Trash2 } from 'lucide-react'
import { barsOf } from '#features/blog/bars.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField, TextField } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

/** Bar chart node: one line of text per bar. */
export function ChartView({ node, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const { title, unit, lines } = node.attrs as { title: string; unit: string; lines: string }
  const bars = barsOf(lines).length
  return (
    <NodeViewWrapper className={selected ? 'post-block post-block--selected' : 'post-block'} data-drag-handle>
      <div className="post-block__fields" contentEditable={false}>
        <TextField
          name="title"
          label="כותרת התרשים"
          value={title}
          maxLength={120}
          dir="auto"
          onChange={(event) => updateAttributes({ title: event.target.value })}
        />
        <TextAreaField
          name="lines"
          label="שורה לכל עמודה"
          hint="שם, פסיק ומספר. למשל: דיור, 5200"
          error={bars === 0 ? 'עוד אין כאן שורה עם מספר, והתרשים לא יוצג' : undefined}
          value={lines}
          maxLength={1000}
          rows={4}
          dir="auto"
          onChange={(event) => updateAttributes({ lines: event.target.value })}
        />
        <TextField
          name="unit"
          label="יחידה"
          optional="(לא חובה)"
          value={unit}
          maxLength={12}
          dir="auto"
          onChange={(event) => updateAttributes({ unit: event.target.value })}
        />
        <p>{count(bars, { zero: 'אין עמודות', one: 'עמודה אחת', two: 'שתי עמודות', other: '# עמודות' })}</p>
        <Button look="ghost" size="sm" icon={<Icon of={Trash2} />} onClick={deleteNode}>
          הסרת התרשים
        </Button>
      </div>
    </NodeViewWrapper>
  )
}
