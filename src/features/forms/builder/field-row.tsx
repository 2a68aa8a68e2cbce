// One question in the form structure: a row, with its settings when expanded.
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
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Field } from '#platform/forms/definition/field-schema.ts'
import { Kbd } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/layers/menu.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import type { SavingTarget } from '../saving-targets.ts'
import { conditionSentence } from './condition-sentence.ts'
import { type DraftEdit, fieldsOfPage } from './draft-edits.ts'
import { FieldSettings } from './field-settings.tsx'
import { kindLabels } from './field-kinds.ts'
import { type FormDraft, newKey } from './form-draft.ts'
import type { useRowDrag } from './use-row-drag.ts'

type Props = {
  field: Field
  draft: FormDraft
  custom: readonly SavingTarget[]
  isOpen: boolean
  isFaulty: boolean
  drag: ReturnType<typeof useRowDrag>
  onOpen: (key: string | null) => void
  onEdit: (edit: DraftEdit) => void
  onAddAfter: (key: string) => void
}

export function FieldRow({ field, draft, custom, isOpen, isFaulty, drag, onOpen, onEdit, onAddAfter }: Props) {
  const row = useRef<HTMLLIElement>(null)
  const name = field.label || 'שאלה בלי טקסט'
  const sentence = conditionSentence(field.showIf, draft)
  useEffect(() => {
    if (!isOpen) return
    row.current?.scrollIntoView({ block: 'nearest' })
    // Focuses the label of a new question.
    if (field.label === '') row.current?.querySelector<HTMLElement>('[data-first]')?.focus()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when it opens: typing must not move the focus
  }, [isOpen])

  function move(by: -1 | 1) {
    flushSync(() => onEdit({ do: 'move', key: field.key, by }))
    // Browsers blur the focused element when its DOM node is moved.
    document.querySelector<HTMLElement>(`[data-field="${field.key}"] .builder__open`)?.focus()
  }
  function remove() {
    const page = draft.pages.find((one) => fieldsOfPage(one).includes(field))!
    const fields = fieldsOfPage(page)
    const before = fields[fields.indexOf(field) + 1]?.key ?? null
    onEdit({ do: 'remove', key: field.key })
    const restore = () => {
      onEdit({ do: 'add', field, page: page.key })
      onEdit({ do: 'place', key: field.key, page: page.key, before })
    }
    toast.info(`"${name}" הוסרה`, { action: { text: 'החזרה', run: restore } })
  }
  function press(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(event.key === 'ArrowUp' ? -1 : 1)
  }
  const isTarget = drag.place?.before === field.key && drag.dragged !== field.key
  return (
    <li
      ref={row}
      className="builder__row"
      data-field={field.key}
      data-open={isOpen}
      data-dragged={drag.dragged === field.key}
      data-target={isTarget}
    >
      <div className="builder__head">
        <span className="builder__grip" aria-hidden="true" {...drag.handle(field.key)}>
          <Icon of={GripVertical} />
        </span>
        <button
          type="button"
          className="builder__open"
          aria-expanded={isOpen}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={() => onOpen(isOpen ? null : field.key)}
          onKeyDown={press}
        >
          <span>
            <b>
              <bdi>{name}</bdi>
              {'required' in field && field.required && <span className="req"> *</span>}
            </b>
            <small>
              {kindLabels[field.kind]}
              {sentence && ` · מוצגת אם ${sentence}`}
            </small>
          </span>
          {isFaulty && (
            <span className="builder__faulty">
              <Icon of={CircleAlert} />
              <span className="vh">יש כאן מה לתקן</span>
            </span>
          )}
          <Icon of={ChevronDown} className="builder__chevron" />
        </button>
        <Menu
          align="end"
          trigger={
            <Button
              look="ghost"
              size="sm"
              iconOnly
              aria-label={`פעולות: ${name}`}
              icon={<Icon of={EllipsisVertical} />}
            />
          }
        >
          <MenuItem icon={ArrowUp} onSelect={() => move(-1)} end={<Kbd>Alt ↑</Kbd>}>
            למעלה
          </MenuItem>
          <MenuItem icon={ArrowDown} onSelect={() => move(1)} end={<Kbd>Alt ↓</Kbd>}>
            למטה
          </MenuItem>
          <MenuItem icon={Plus} onSelect={() => onAddAfter(field.key)}>
            שאלה חדשה אחריה
          </MenuItem>
          <MenuItem icon={Copy} onSelect={() => onEdit({ do: 'duplicate', key: field.key, as: newKey('q') })}>
            שכפול
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} danger onSelect={remove}>
            הסרה
          </MenuItem>
        </Menu>
      </div>
      {isOpen && <FieldSettings field={field} draft={draft} custom={custom} onEdit={onEdit} />}
    </li>
  )
}
