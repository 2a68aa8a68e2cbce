import { Plus, Trash } from 'lucide-react'
import type { ReactNode } from 'react'
import { moveItem } from '#features/processes/template-editor.ts'
import { OrderButtons } from '#platform/editing/order-buttons.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

type Props<T> = {
  legend: string
  className?: string
  items: readonly T[]
  /** Name of an item in button labels. */
  nameOf: (item: T, place: number) => string
  /** The visible and the full label of the add button. */
  add: string
  addLabel: string
  empty: () => T
  onChange: (items: T[]) => void
  /** The fields of one item. */
  children: (item: T, at: number, set: (changes: Partial<T>) => void) => ReactNode
}

/** A list within a stage, such as its tasks: items with fields, reordering, removal and an add button. */
export const StageListEditor = <T extends object>({
  legend,
  className,
  items,
  nameOf,
  add,
  addLabel,
  empty,
  onChange,
  children,
}: Props<T>) => (
  <fieldset className={['template-tasks', className].filter(Boolean).join(' ')}>
    <legend>{legend}</legend>
    <ol>
      {/* Keyed by index: items have no id, and two may be equal. */}
      {items.map((item, at) => {
        const name = nameOf(item, at + 1)
        return (
          <li key={at}>
            {children(item, at, (changes) =>
              onChange(items.map((one, i) => (i === at ? { ...one, ...changes } : one))),
            )}
            <span className="template-tasks__acts">
              <OrderButtons
                name={name}
                isFirst={at === 0}
                isLast={at === items.length - 1}
                onMove={(by) => onChange(moveItem(items, at, by))}
              />
              <Button
                look="ghost"
                size="sm"
                iconOnly
                aria-label={`מחיקת ${name}`}
                icon={<Icon of={Trash} />}
                onClick={() => onChange(items.filter((_, i) => i !== at))}
              />
            </span>
          </li>
        )
      })}
    </ol>
    <Button size="sm" icon={<Icon of={Plus} />} aria-label={addLabel} onClick={() => onChange([...items, empty()])}>
      {add}
    </Button>
  </fieldset>
)
