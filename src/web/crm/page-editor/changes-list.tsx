import './changes-list.css'
import { Badge } from '#ui/badge.tsx'
import { kindOf } from '#features/pages/blocks.ts'
import type { BlockChange } from '#features/pages/changes.ts'

const said = { added: 'תוספת', removed: 'הסרה', changed: 'שינוי', moved: 'מקום חדש' } as const

/** What differs, block by block: the old words struck out, the new ones marked. */
export function ChangesList({ changes }: { changes: readonly BlockChange[] }) {
  return (
    <ul className="changes">
      {changes.map(({ id, kind, what, fields }) => (
        <li key={id}>
          <p className="changes__what">
            <b>{kindOf(kind).label}</b> <Badge>{said[what]}</Badge>
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
