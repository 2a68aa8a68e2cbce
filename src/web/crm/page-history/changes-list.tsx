import './changes-list.css'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { kindOf } from '#features/pages/blocks.ts'
import type { BlockChange } from '#features/pages/version-diff.ts'

const said = { added: 'תוספת', removed: 'הסרה', changed: 'שינוי', moved: 'מקום חדש' } as const

/** What differs, block by block: the old words struck out, the new ones marked. */
export function ChangesList({
  changes,
  onTake,
}: {
  changes: readonly BlockChange[]
  /** Offers each change by itself. */
  onTake?: (id: string) => void
}) {
  return (
    <ul className="changes">
      {changes.map(({ id, kind, what, fields }) => (
        <li key={id}>
          <p className="changes__what">
            <b>{kindOf(kind).label}</b> <Badge>{said[what]}</Badge>
            {onTake && what !== 'moved' && (
              <Button
                look="link"
                size="sm"
                aria-label={`רק את המקטע הזה: ${kindOf(kind).label}`}
                onClick={() => onTake(id)}
              >
                רק את המקטע הזה
              </Button>
            )}
          </p>
          {fields.length > 0 && (
            <dl>
              {fields.map(({ label, before, after }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>
                    {before && (
                      <del>
                        <bdi>{before}</bdi>
                      </del>
                    )}
                    {after && (
                      <ins>
                        <bdi>{after}</bdi>
                      </ins>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  )
}
