// Options, rows or columns of a field: an ordered list of texts, each with additional settings.
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { newKey } from './form-draft.ts'

type Item = { key: string; label: string }
type Props<One extends Item> = {
  legend: string
  /** Name of one item, for its label and buttons. */
  word: string
  items: readonly One[]
  most: number
  /** Name of a new item. */
  fresh: (key: string) => One
  onChange: (items: One[]) => void
  beside?: (item: One, change: (part: Partial<One>) => void) => ReactNode
}

export function OptionList<One extends Item>({ legend, word, items, most, fresh, onChange, beside }: Props<One>) {
  const write = (at: number, part: Partial<One>) => onChange(items.with(at, { ...items[at]!, ...part }))
  const move = (at: number, by: -1 | 1) => onChange(items.toSpliced(at, 1).toSpliced(at + by, 0, items[at]!))
  return (
    <fieldset className="option-list">
      <legend className="label">{legend}</legend>
      {items.map((item, i) => (
        <div key={item.key} className="option-list__item">
          <input
            className="input"
            aria-label={`${word} ${i + 1}`}
            dir="auto"
            placeholder=" "
            maxLength={300}
            value={item.label}
            onChange={({ target }) => write(i, { label: target.value } as Partial<One>)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || items.length >= most) return
              event.preventDefault()
              onChange(items.toSpliced(i + 1, 0, fresh(newKey('o'))))
              const list = event.currentTarget.closest('fieldset')
              requestAnimationFrame(() =>
                list?.querySelectorAll<HTMLElement>('.option-list__item > .input')[i + 1]?.focus(),
              )
            }}
          />
          {beside?.(item, (part) => write(i, part))}
          <Button
            size="sm"
            look="ghost"
            iconOnly
            aria-label={`${word} ${i + 1} למעלה`}
            disabled={i === 0}
            icon={<Icon of={ArrowUp} />}
            onClick={() => move(i, -1)}
          />
          <Button
            size="sm"
            look="ghost"
            iconOnly
            aria-label={`${word} ${i + 1} למטה`}
            disabled={i === items.length - 1}
            icon={<Icon of={ArrowDown} />}
            onClick={() => move(i, 1)}
          />
          <Button
            size="sm"
            look="ghost"
            iconOnly
            aria-label={`הסרת ${word} ${i + 1}`}
            disabled={items.length === 1}
            icon={<Icon of={X} />}
            onClick={() => onChange(items.toSpliced(i, 1))}
          />
        </div>
      ))}
      {items.length < most && (
        <Button
          size="sm"
          look="soft"
          icon={<Icon of={Plus} />}
          onClick={() => onChange([...items, fresh(newKey('o'))])}
        >
          {`הוספת ${word}`}
        </Button>
      )}
    </fieldset>
  )
}
