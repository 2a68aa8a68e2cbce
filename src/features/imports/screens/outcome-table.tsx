// The first rows of an outcome, with their result and reason.
import { useState } from 'react'
import { Link } from 'react-router'
import { fieldLabels } from '#features/imports/columns.ts'
import { rowsPageSize, type ShownImport, type ShownRow, useImportRows } from '#features/imports/imports.data.ts'
import {
  rollbackReasons,
  type Outcome,
  outcomeLabels,
  outcomes,
  planLabels,
  reasons,
} from '#features/imports/imports.ts'
import { Badge } from '#ui/badge.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Table } from '#ui/lists/table.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'

type RowSelection = Outcome | 'all' | 'incomplete' | 'kept'
const looks = { created: 'success', updated: 'info', skipped: undefined, error: 'danger' } as const
const one: Record<Outcome, string> = { created: 'חדש', updated: 'עדכון', skipped: 'דילוג', error: 'שגיאה' }

export function OutcomeTable({ found, by }: { found: ShownImport; by: 'plan' | 'result' }) {
  const [shown, setShown] = useState<RowSelection>('all')
  const { data, error, isPending, refetch } = useImportRows(
    found,
    shown === 'kept' ? { by: 'kept' } : { by, outcome: shown },
  )
  const columns = found.mapping.flatMap((field, column) => (field === null ? [] : [{ field, column }]))
  const nameOf = (column: number) =>
    found.header[column] || fieldLabels[found.mapping[column] as keyof typeof fieldLabels] || `עמודה ${column + 1}`
  const choices: [RowSelection, string][] = [
    ['all', 'הכול'],
    ...outcomes
      .filter((outcome) => (found.counts[outcome] ?? 0) > 0)
      .map((outcome): [RowSelection, string] => [outcome, (by === 'plan' ? planLabels : outcomeLabels)[outcome]]),
    ...((found.counts['incomplete'] ?? 0) > 0 ? ([['incomplete', 'חסר בהם שדה']] as [RowSelection, string][]) : []),
    ...((found.counts['kept'] ?? 0) > 0 ? ([['kept', 'נשארו אחרי הביטול']] as [RowSelection, string][]) : []),
  ]
  return (
    <div className="import__rows">
      <fieldset className="import__tabs">
        <legend className="vh">אילו שורות להציג</legend>
        {choices.map(([id, label]) => (
          <label key={id}>
            <input type="radio" name="shown-rows" className="vh" checked={shown === id} onChange={() => setShown(id)} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {isPending && <Loading />}
      {!data && error && <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />}
      {data && (
        <Table label="שורות מהקובץ">
          <thead>
            <tr>
              <th scope="col">שורה</th>
              <th scope="col">{by === 'plan' ? 'מה יקרה' : 'מה קרה'}</th>
              {columns.map(({ column }) => (
                <th key={column} scope="col">
                  <bdi>{nameOf(column)}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <tr key={row.n}>
                <td>{row.n}</td>
                <td>
                  <OutcomeCell row={row} by={by} nameOf={nameOf} />
                </td>
                {columns.map(({ column }) => (
                  <td key={column} className={isWrong(row, column) ? 'cell--wrong' : undefined}>
                    <bdi>{(row.raw[column] ?? '').slice(0, 80)}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {data?.length === rowsPageSize && <p className="import__quiet">אלה {rowsPageSize} השורות הראשונות.</p>}
    </div>
  )
}

const isWrong = ({ reason_column, faults }: ShownRow, column: number) =>
  reason_column === column || faults.some((rowIssue) => rowIssue.column === column)

type OutcomeCellProps = { row: ShownRow; by: 'plan' | 'result'; nameOf: (column: number) => string }

function OutcomeCell({ row, by, nameOf }: OutcomeCellProps) {
  const outcome = row[by]
  if (!outcome) return null
  const reasonText = row.kept_because ? rollbackReasons[row.kept_because] : row.reason && reasons[row.reason]
  return (
    <div className="what">
      <Badge {...(looks[outcome] && { kind: looks[outcome] })}>{one[outcome]}</Badge>
      {row.person && (
        <Link to={`/crm/contacts/${row.record_id}`}>
          <bdi>{row.person}</bdi>
        </Link>
      )}
      {reasonText && <small>{reasonText}</small>}
      {outcome !== 'error' &&
        row.faults.map(({ reason, column }) => (
          <small key={`${column}-${reason}`}>
            {by === 'plan' ? 'ייכנס בלי ' : 'בלי '}
            <bdi>{nameOf(column)}</bdi>: {reasons[reason]}
          </small>
        ))}
      {row.reason === 'in_file_duplicate' && row.duplicate_of && <small>{`בשורה ${row.duplicate_of}`}</small>}
      {outcome === 'updated' && row.duplicate_of && <small>{`משלים את שורה ${row.duplicate_of}`}</small>}
      {row.household_of && <small>{`משק בית אחד עם שורה ${row.household_of}`}</small>}
    </div>
  )
}
