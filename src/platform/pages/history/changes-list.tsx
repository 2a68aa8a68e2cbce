import './changes-list.css'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { kindOf } from '#platform/pages/blocks.ts'
import type { BlockChange } from '#platform/pages/version-diff.ts'

const changeLabels = { added: 'תוספת', removed: 'הסרה', changed: 'שינוי', moved: 'מקום חדש' } as const

/** Diff by block: deletions struck out, insertions marked. */
export function ChangesList({
  changes,
  onTake,
}: {
  changes: readonly BlockChange[]
  /** Shows an action per change. */
  onTake?: (id: string) => void
}) {
  return (
    <ul className="changes">
      {changes.map(({ id, kind, what, fields }) => (
        <li key={id}>
          <p className="changes__what">
            <b>{kindOf(kind).label}</b> <Badge>{changeLabels[what]}</Badge>
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
