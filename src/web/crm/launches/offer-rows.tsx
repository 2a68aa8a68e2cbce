import { Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

type Props<Row> = {
  title: string
  /** Name of an item, for the label of the add button. */
  add: string
  rows: readonly Row[]
  most: number
  /** The fields of a row by its number; without a row, those of a new one. */
  children: (row: Row | undefined, n: number) => ReactNode
}

/** A list whose rows are groups of fields. Row numbers are not reused, so that field values stay with their row. */
export function OfferRows<Row>({ title, add, rows, most, children }: Props<Row>) {
  const [shown, setShown] = useState(() => rows.map((_, n) => n))
  const [next, setNext] = useState(rows.length)
  return (
    <fieldset className="launch-rows">
      <legend>{title}</legend>
      {shown.map((n, i) => (
        <fieldset key={n} className="launch-rows__row" aria-label={`${add} ${i + 1}`}>
          <div>{children(rows[n], n)}</div>
          <Button
            look="ghost"
            size="sm"
            iconOnly
            aria-label={`הסרת ${add} ${i + 1}`}
            icon={<Icon of={X} />}
            onClick={() => setShown(shown.filter((one) => one !== n))}
          />
        </fieldset>
      ))}
      {shown.length < most && (
        <Button
          size="sm"
          icon={<Icon of={Plus} />}
          onClick={() => {
            setShown([...shown, next])
            setNext(next + 1)
          }}
        >
          {add}
        </Button>
      )}
    </fieldset>
  )
}
