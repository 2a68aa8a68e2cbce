import '#platform/screens/link-rows.css'
import { FileSpreadsheet } from 'lucide-react'
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { type ListedImport } from '#features/imports/imports.data.ts'
import { type ImportStatus, importName, statusLabels } from '#features/imports/imports.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { peopleText, summaryOf } from './import-texts.ts'

const looks: Partial<Record<ImportStatus, 'success' | 'warning' | 'danger' | 'info'>> = {
  done: 'success',
  failed: 'danger',
  running: 'info',
  mapped: 'info',
  rolling_back: 'info',
  previewed: 'warning',
  uploaded: 'warning',
}

export const StatusBadge = ({ status }: { status: ImportStatus }) => (
  <Badge {...(looks[status] && { kind: looks[status] })}>{statusLabels[status]}</Badge>
)

/** List of imports, each linking to its current step. */
export function ImportRows({ imports }: { imports: readonly ListedImport[] }) {
  const now = useNow()
  const nameOf = useStaffName()
  return (
    <ol className="rows">
      {imports.map(
        ({ id, file_name: name, status, counts, row_count: lines, created_at: at, created_by: by, run_at: ran }) => (
          <li key={id} className="row">
            <span className="row__icon">
              <Icon of={FileSpreadsheet} />
            </span>
            <div className="row__words">
              <b>
                <Link to={`/crm/contacts/import/${id}`}>
                  <bdi>{importName(name)}</bdi>
                </Link>
              </b>
              <small>
                <span>{ran ? summaryOf(counts) : peopleText(lines)}</span>
                <span>{relativeTime(at, now)}</span>
                {nameOf(by) && <bdi>{nameOf(by)}</bdi>}
              </small>
            </div>
            <div className="row__acts">
              <StatusBadge status={status} />
            </div>
          </li>
        ),
      )}
    </ol>
  )
}
