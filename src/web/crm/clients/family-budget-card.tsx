// A family's budget, if shared. Loaded only after a click, because each read is logged and visible to the family.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { useSharedBudget } from '#features/budget/budget.data.ts'
import { refusals } from '#features/budget/budget.ts'
import { addMonths, monthName, monthOf } from '#features/budget/months.ts'
import { dayOf } from '#lib/time/dates.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FamilyBudget } from './family-budget.tsx'

export function FamilyBudgetCard({ contactId }: { contactId: string }) {
  const [month, setMonth] = useState(monthOf(dayOf(useNow())))
  const [isOpen, setOpen] = useState(false)
  const { data: budget, error, isPending, refetch } = useSharedBudget(contactId, month, isOpen)
  return (
    <div className="client__card">
      <Block title="התקציב של המשפחה">
        {!isOpen ? (
          <>
            <BlockText>רואים כאן רק תקציב שהמשפחה בחרה לשתף. הצפייה נרשמת, והמשפחה רואה מי צפה ומתי.</BlockText>
            <div className="block__actions">
              <Button onClick={() => setOpen(true)}>צפייה בתקציב</Button>
            </div>
          </>
        ) : (
          <>
            <nav className="client__months" aria-label="חודש התקציב">
              <Button
                iconOnly
                look="ghost"
                aria-label={`החודש הקודם: ${monthName(addMonths(month, -1))}`}
                icon={<Icon of={ChevronRight} />}
                onClick={() => setMonth(addMonths(month, -1))}
              />
              <h3 aria-live="polite">{monthName(month)}</h3>
              <Button
                iconOnly
                look="ghost"
                aria-label={`החודש הבא: ${monthName(addMonths(month, 1))}`}
                icon={<Icon of={ChevronLeft} />}
                onClick={() => setMonth(addMonths(month, 1))}
              />
            </nav>
            {error ? (
              <div role="alert">
                <BlockText>{refusalText(error, refusals)}</BlockText>
                <Button onClick={() => void refetch()}>ניסיון נוסף</Button>
              </div>
            ) : isPending ? (
              <Loading />
            ) : budget ? (
              <FamilyBudget budget={budget} />
            ) : (
              <BlockText>התקציב לא משותף כרגע. השיתוף נפתח רק כשכל בני הבית הסכימו באזור האישי.</BlockText>
            )}
          </>
        )}
      </Block>
    </div>
  )
}
