// Column mapping, prefilled with guesses. Skipped columns stay visible.
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { customPrefix, guessColumns, mappingProblem } from '#features/imports/columns.ts'
import { useFields } from '#platform/fields/fields.data.ts'
import type { CustomFieldDef } from '#platform/fields/fields.ts'
import { type ShownImport, useFirstLines } from '#features/imports/imports.data.ts'
import { type CheckImport, refusals } from '#features/imports/imports.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { DateOrderChoice, isDateField } from './date-order-choice.tsx'
import { ColumnRow } from './column-row.tsx'
import { storeColumns, storedColumns } from './import-settings.ts'
import { NewFieldDialog } from './new-field-dialog.tsx'

const encodingNames: Record<string, string> = {
  'windows-1255': 'עברית של Windows',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'utf-8': 'UTF-8',
}

export function ColumnsStep({ found }: { found: ShownImport }) {
  const navigate = useNavigate()
  const stored = storedColumns(found)
  const [headerRow, setHeaderRow] = useState(stored.headerRow)
  const [chosen, setMapping] = useState(stored.mapping)
  const [dateOrders, setDateOrders] = useState(stored.dateOrders)
  const [isTried, setTried] = useState(false)
  const [openColumn, setOpenColumn] = useState<number>()
  const { data: loadedFields } = useFields('contact')
  const fields = loadedFields ?? []
  const mapping = loadedFields ? withoutRemovedFields(chosen, loadedFields) : chosen
  const { data: lines } = useFirstLines(found.id)
  if (!lines) return <Loading page size="lg" />

  const names = lines.find(({ n }) => n === headerRow)?.raw ?? []
  const samples = lines.filter(({ n }) => n > headerRow)
  const problem = mappingProblem(mapping, 'phone_or_email')
  const choose = (column: number, field: string | null) => setMapping(chosen.with(column, field))
  function chooseHeader(row: number) {
    setHeaderRow(row)
    const cells = lines!.find(({ n }) => n === row)?.raw ?? []
    const below = lines!.filter(({ n }) => n > row).map(({ raw }) => raw)
    setMapping(
      guessColumns(
        found.header.map((_, i) => cells[i] ?? ''),
        below,
        new Map(),
        fields,
      ),
    )
  }
  function go() {
    setTried(true)
    if (problem) return
    storeColumns(found.id, { headerRow, mapping, dateOrders })
    void navigate('?step=rules')
  }

  const remaining = mapping.filter((field) => field === null).length
  return (
    <div className="import__step">
      <div className="import__facts">
        <FileFacts found={found} />
        <SelectField
          name="headerRow"
          label="שמות העמודות נמצאים"
          value={headerRow}
          onChange={({ target }) => chooseHeader(Number(target.value))}
        >
          {lines.slice(0, 10).map(({ n, raw }) => (
            <option
              key={n}
              value={n}
            >{`בשורה ${n}: ${raw.filter(Boolean).slice(0, 3).join(', ').slice(0, 40)}`}</option>
          ))}
          <option value={0}>בשום שורה, הקובץ מתחיל באנשים</option>
        </SelectField>
      </div>
      <ul className="columns">
        <li className="columns__head" aria-hidden="true">
          <span>העמודה בקובץ</span>
          <span>מה כתוב בה</span>
          <span>שדה במערכת</span>
        </li>
        {mapping.map((field, column) => {
          const name = names[column] || `עמודה ${column + 1}`
          const shown = [...new Set(samples.map(({ raw }) => raw[column] ?? '').filter(Boolean))].slice(0, 3)
          return (
            <ColumnRow
              // oxlint-disable-next-line react/no-array-index-key -- column titles are not unique
              key={column}
              column={column}
              name={name}
              samples={shown}
              mapping={mapping}
              fields={fields}
              onChoose={(id) => choose(column, id)}
              onNewField={() => setOpenColumn(column)}
            >
              {isDateField(field, fields) && (
                <DateOrderChoice
                  name={name}
                  column={column}
                  evidence={found.date_evidence[column]}
                  order={dateOrders[column] ?? 'day_first'}
                  onChange={(order) =>
                    setDateOrders(found.header.map((_, i) => (i === column ? order : (dateOrders[i] ?? null))))
                  }
                />
              )}
            </ColumnRow>
          )
        })}
      </ul>
      <div className="import__foot">
        <Button look="primary" onClick={go}>
          המשך
        </Button>
        {isTried && problem ? (
          <p className="import__alert" role="alert">
            {refusals[problem]}
          </p>
        ) : (
          remaining > 0 && (
            <p>
              {count(remaining, {
                one: 'עמודה אחת לא תיובא',
                two: 'שתי עמודות לא ייובאו',
                other: '# עמודות לא ייובאו',
              })}
            </p>
          )
        )}
      </div>
      <NewFieldDialog
        column={openColumn === undefined ? undefined : { importId: found.id, column: openColumn, headerRow }}
        label={openColumn === undefined ? '' : (names[openColumn] ?? '')}
        onClose={() => setOpenColumn(undefined)}
        onMade={(key) => {
          choose(openColumn!, customPrefix + key)
          setOpenColumn(undefined)
        }}
      />
    </div>
  )
}

/** Skips columns whose custom field was removed after it was chosen. */
const withoutRemovedFields = (mapping: CheckImport['mapping'], fields: readonly Pick<CustomFieldDef, 'key'>[]) =>
  mapping.map((field) =>
    field?.startsWith(customPrefix) && fields.every(({ key }) => customPrefix + key !== field) ? null : field,
  )

/** The format, the encoding and the size of the file. */
const FileFacts = ({ found }: { found: ShownImport }) => (
  <p>
    {found.kind === 'xlsx' ? <Ltr>Excel</Ltr> : <Ltr>CSV</Ltr>}
    {found.encoding && (
      <>
        {' · '}
        <bdi>{encodingNames[found.encoding] ?? found.encoding}</bdi>
      </>
    )}
    {` · ${count(found.row_count, { one: 'שורה אחת', two: 'שתי שורות', other: '# שורות' })}`}
  </p>
)
