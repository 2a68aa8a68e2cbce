// Lines of the file that are not imported, each with its reason.
import { formatDayInYear } from '#lib/time/dates.ts'
import type { BankFile, BankLine } from '#features/budget/bank-files/read-lines.ts'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { countLines, countRows, currencyName, lineErrorTexts } from './import-texts.ts'
import type { useImportPlan } from './use-import-plan.ts'

const maxShown = 20

export function SkippedLines({ file: { errors }, plan }: { file: BankFile; plan: ReturnType<typeof useImportPlan> }) {
  const { known, perhapsTyped, foreign } = plan.sorted
  return (
    <>
      {known > 0 && <p>{`${countLines(known)} מהקובץ כבר רשומות, ולא יירשמו שוב.`}</p>}
      {perhapsTyped.length > 0 && (
        <CheckField
          name="typed"
          label={`לרשום גם ${countLines(perhapsTyped.length)} באותו יום ובאותו סכום כמו משהו שכבר נרשם ידנית`}
          checked={plan.takesTyped}
          onChange={({ target }) => plan.setTakesTyped(target.checked)}
        />
      )}
      {[...foreign].map(([currency, lines]) => (
        <TextField
          key={currency}
          name={`rate-${currency}`}
          label={`${countLines(lines.length)} במטבע אחר (${currencyName(currency)}): ${sumOf(lines, currency)}`}
          hint={
            plan.rates[currency]
              ? 'הסכומים הומרו לפי השער הזה.'
              : 'הסכומים אינם בשקלים, ולכן לא ייכנסו. אם תכתבו כמה שקלים עלתה יחידה אחת, הם יומרו.'
          }
          optional="(לא חובה)"
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          onChange={({ target }) => plan.setRate(currency, rateOf(target.value))}
        />
      ))}
      {errors.length > 0 && (
        <details>
          <summary>{`${countRows(errors.length)} בקובץ לא נקראו`}</summary>
          <ul className="money-list">
            {errors.slice(0, maxShown).map(({ row, code, text }) => (
              <li key={row}>
                {`שורה ${row}: ${lineErrorTexts[code]}. `}
                <bdi className="portal-quiet">{text}</bdi>
              </li>
            ))}
            {errors.length > maxShown && <li>{`ועוד ${countRows(errors.length - maxShown)}`}</li>}
          </ul>
        </details>
      )}
    </>
  )
}

const rateOf = (text: string) => {
  const rate = /^\d{1,4}(\.\d{1,6})?$/.test(text.trim()) ? Number(text) : 0
  return rate > 0 && rate < 1000 ? rate : undefined
}

/** Total in the foreign currency, for comparison with the statement. */
function sumOf(lines: readonly BankLine[], currency: string) {
  const sum = lines.reduce((total, { out }) => total + out, 0) / 100
  const days = lines.map(({ on }) => on).toSorted()
  return `${sum.toLocaleString('he-IL')} ${currencyName(currency)}, ${formatDayInYear(days[0]!)}`
}
