// Manual choice of columns, for a file with unknown or misleading headers.
import { type SubmitEvent, useState } from 'react'
import { type ChosenRole, layoutFrom, type Layout, roleLabels } from '#features/budget/bank-files/columns.ts'
import type { BankFile } from '#features/budget/bank-files/read-lines.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText, SelectField } from '#ui/forms/field.tsx'
import { PortalCard } from '../../portal-card.tsx'

const roles = Object.keys(roleLabels) as ChosenRole[]

type Props = { file: BankFile; errorText: string; onChosen: (layout: Layout) => void; onBack: () => void }

export function ColumnsStep({ file: { sample, layout }, errorText, onChosen, onBack }: Props) {
  const [missing, setMissing] = useState<string>()
  const width = Math.max(...sample.map(({ cells }) => cells.length))
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const selected = roles.flatMap((role) => {
      const column = fields.get(role)
      return typeof column === 'string' && column !== '' ? [[role, Number(column)] as const] : []
    })
    const read = layoutFrom(Object.fromEntries(selected))
    if ('errorText' in read) setMissing(read.errorText)
    else onChosen(read.layout)
  }
  return (
    <PortalCard id="import-columns" title="איזו עמודה היא מה">
      {errorText && (
        <div role="alert">
          <ErrorText>{errorText}</ErrorText>
        </div>
      )}
      <p className="portal-quiet">
        בקובץ של כרטיס בוחרים רק ״סכום שיצא״. בקובץ שבו עמודה אחת עם פלוס ומינוס בוחרים רק ״סכום שנכנס״.
      </p>
      <form className="import-columns" onSubmit={submit} noValidate>
        {roles.map((role) => (
          <SelectField key={role} name={role} label={roleLabels[role]} defaultValue={layout?.[role] ?? ''}>
            <option value="">אין עמודה כזאת</option>
            {Array.from({ length: width }, (_, column) => (
              <option key={column} value={column}>
                {nameOf(sample, column)}
              </option>
            ))}
          </SelectField>
        ))}
        {missing && (
          <div role="alert">
            <ErrorText>{missing}</ErrorText>
          </div>
        )}
        <div className="money-actions">
          <Button type="submit" look="primary">
            הצגת התנועות
          </Button>
          <Button look="ghost" onClick={onBack}>
            קובץ אחר
          </Button>
        </div>
      </form>
    </PortalCard>
  )
}

/** Column number and the last sample cells: the first cells are often headers. */
function nameOf(sample: BankFile['sample'], column: number) {
  const cells = sample.map(({ cells: all }) => all[column] ?? '').filter(Boolean)
  const shown = cells.slice(-3).map((cell) => cell.slice(0, 24))
  return `עמודה ${column + 1}: ${shown.length > 0 ? shown.join(' · ') : 'ריקה'}`
}
