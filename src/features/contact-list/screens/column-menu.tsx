import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react'
import { useFields } from '#platform/fields/fields.data.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Popover } from '#ui/layers/popover.tsx'
import { type ColumnId, standardColumns, builtInColumns } from './columns.ts'

/** Chooses and orders columns. Stored in the URL, and therefore in saved views. */
export function ColumnMenu({
  columns,
  onColumns,
}: {
  columns: readonly ColumnId[]
  onColumns: (columns: readonly ColumnId[]) => void
}) {
  const { data: fields = [] } = useFields('contact')
  const known: { id: ColumnId; label: string }[] = [
    ...builtInColumns,
    ...fields.map(({ key, label }) => ({ id: `custom.${key}` as const, label })),
  ]
  const shown = columns.flatMap((id) => known.find((column) => column.id === id) ?? [])
  const hidden = known.filter(({ id }) => !columns.includes(id))
  const move = (id: ColumnId, by: number) => {
    const at = columns.indexOf(id)
    const next = columns.filter((one) => one !== id)
    next.splice(at + by, 0, id)
    onColumns(next)
  }
  return (
    <Popover
      label="עמודות"
      trigger={
        <Button
          size="sm"
          iconOnly
          aria-label="עמודות"
          title="עמודות"
          icon={<Icon of={Columns3} />}
          className="people-columns-button"
        />
      }
    >
      <div className="column-menu">
        <ul>
          {[...shown, ...hidden].map(({ id, label }) => {
            const at = columns.indexOf(id)
            return (
              <li key={id}>
                <label className="check">
                  <input
                    type="checkbox"
                    aria-label={label}
                    checked={at >= 0}
                    onChange={() => onColumns(at >= 0 ? columns.filter((one) => one !== id) : [...columns, id])}
                  />
                  <span>
                    <bdi>{label}</bdi>
                  </span>
                </label>
                {at >= 0 && (
                  <span>
                    <Button
                      look="ghost"
                      size="sm"
                      iconOnly
                      aria-label={`${label}: הקדמה`}
                      aria-disabled={at === 0}
                      onClick={() => at > 0 && move(id, -1)}
                      icon={<Icon of={ArrowUp} />}
                    />
                    <Button
                      look="ghost"
                      size="sm"
                      iconOnly
                      aria-label={`${label}: דחייה`}
                      aria-disabled={at === columns.length - 1}
                      onClick={() => at < columns.length - 1 && move(id, 1)}
                      icon={<Icon of={ArrowDown} />}
                    />
                  </span>
                )}
              </li>
            )
          })}
        </ul>
        <Button look="link" size="sm" onClick={() => onColumns(standardColumns)}>
          חזרה לעמודות הרגילות
        </Button>
      </div>
    </Popover>
  )
}
