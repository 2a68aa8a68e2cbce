import { useState } from 'react'
import type { ItemOf } from '#features/budget/budget.ts'
import { goalProgress } from '#features/budget/goals.ts'
import { type Month, monthName } from '#features/budget/months.ts'
import { formatMoney } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { PortalCard } from '../portal-card.tsx'
import { ItemDialog } from './item-dialog.tsx'
import { ItemRow } from './item-row.tsx'

/** Saving goals, each with the required amount per month. */
export function GoalsCard({ month, now, goals }: { month: Month; now: Month; goals: ItemOf<'goal'>[] }) {
  const [edited, setEdited] = useState<ItemOf<'goal'> | 'new'>()
  return (
    <PortalCard id="money-goals" title="יעדים">
      {goals.length === 0 && <p>יעד אחד עם סכום ותאריך מספיק כדי להתחיל.</p>}
      <ul className="money-list">
        {goals.map((goal) => {
          const { percent } = goalProgress(goal.content, now)
          return (
            <ItemRow
              key={goal.id}
              item={goal}
              name={goal.content.name}
              sum={`${percent}%`}
              percent={percent}
              more={progressText(goal, now)}
              onPress={() => setEdited(goal)}
            />
          )
        })}
      </ul>
      <div className="money-actions">
        <Button onClick={() => setEdited('new')}>הוספת יעד</Button>
      </div>
      {edited && (
        <ItemDialog
          kind="goal"
          month={month}
          item={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </PortalCard>
  )
}

function progressText({ content }: ItemOf<'goal'>, now: Month) {
  const { missing, monthly, isLate } = goalProgress(content, now)
  const state = `${formatMoney(content.saved)} מתוך ${formatMoney(content.target)}`
  if (missing === 0) return `${state}. הגעתם`
  if (isLate) return `${state}. התאריך עבר, אפשר לבחור חדש`
  return monthly === null ? state : `${state}. ${formatMoney(monthly)} בחודש עד ${monthName(content.by!)}`
}
