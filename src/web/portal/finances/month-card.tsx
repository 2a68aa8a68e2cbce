// The month by category: planned, spent, and the difference. A click on a row edits its plan.
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useCopyMonth } from '#features/budget/budget.data.ts'
import { type Budget, type ItemOf, itemsOf, refusals } from '#features/budget/budget.ts'
import { differenceText } from '#features/budget/budget-form.ts'
import { lineKindLabels, lineKinds } from '#features/budget/categories.ts'
import { type SummaryRow, summarize } from '#features/budget/month-summary.ts'
import { addMonths, type Month, monthName } from '#features/budget/months.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'
import { Button, buttonClasses } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { PortalCard } from '../portal-card.tsx'
import { ItemDialog } from './item-dialog.tsx'

export function MonthCard({ month, budget }: { month: Month; budget: Budget }) {
  const lines = itemsOf(budget.items, 'line')
  const summary = summarize(month, lines, itemsOf(budget.items, 'entry'))
  const [edited, setEdited] = useState<ItemOf<'line'> | SummaryRow | 'new'>()
  const copy = useCopyMonth()
  const from = addMonths(month, -1)
  const copyLast = async () => {
    const { copied } = await copy.mutateAsync({ from, to: month })
    if (copied === 0) toast.info(`אין שורות נוספות להעתקה מ${monthName(from)}`)
    else toast.success(`${count(copied, copiedTexts)} מ${monthName(from)}`)
  }
  return (
    <PortalCard id="money-lines" title="לפי קטגוריות">
      {summary.rows.length === 0 && (
        <EmptyState picture={false} title="החודש עוד ריק" text="אפשר להעתיק את החודש הקודם, או להוסיף שורה ראשונה." />
      )}
      {lineKinds.map((kind) => {
        const rows = summary.rows.filter((row) => row.kind === kind)
        if (rows.length === 0) return null
        return (
          <section key={kind} className="money-kind" aria-label={lineKindLabels[kind]}>
            <h3>
              {lineKindLabels[kind]}
              <span>{`${formatMoney(summary.byKind[kind].actual)} מתוך ${formatMoney(summary.byKind[kind].planned)}`}</span>
            </h3>
            <ul>
              {rows.map((row) => (
                <li key={row.key}>
                  <button
                    type="button"
                    className="money-row"
                    onClick={() => setEdited(lines.find(({ id }) => id === row.lineId) ?? row)}
                  >
                    <span className="money-row__name">
                      {row.isPrivate && (
                        <>
                          <Icon of={Lock} /> <span className="vh">פרטי, </span>
                        </>
                      )}
                      {row.category}
                    </span>
                    <span className="money-row__sum">{`${formatMoney(row.actual)} / ${formatMoney(row.planned)}`}</span>
                    <span className={isOver(row) ? 'money-row__rest money-row__rest--over' : 'money-row__rest'}>
                      {differenceText(kind, row.planned, row.actual, formatMoney)}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {copy.error && <p role="alert">{refusalText(copy.error, refusals)}</p>}
      <div className="money-actions">
        <Button look="primary" onClick={() => setEdited('new')}>
          שורה חדשה
        </Button>
        <Button busy={copy.isPending} onClick={() => void copyLast().catch(() => {})}>
          {`העתקה מ${monthName(from)}`}
        </Button>
        <Link className={buttonClasses({})} to="/client-portal/finances/import">
          קובץ מהבנק או מהכרטיס
        </Link>
      </div>
      {edited && (
        <ItemDialog
          kind="line"
          month={month}
          item={edited === 'new' || 'key' in edited ? undefined : edited}
          starts={
            edited !== 'new' && 'key' in edited
              ? { kind: edited.kind, category: edited.category }
              : { kind: 'variable' }
          }
          onClose={() => setEdited(undefined)}
        />
      )}
    </PortalCard>
  )
}

const copiedTexts = { one: 'הועתקה שורה אחת', two: 'הועתקו שתי שורות', other: 'הועתקו # שורות' }

const isOver = ({ kind, planned, actual }: SummaryRow) => kind !== 'income' && planned > 0 && actual > planned
