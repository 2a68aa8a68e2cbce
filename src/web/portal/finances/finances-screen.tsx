// The household's budget: planned and spent amounts of a month, debts, goals and net worth.
import './finances.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useNow } from '#client/now.ts'
import { useBudget } from '#features/budget/budget.data.ts'
import { type Budget, itemsOf } from '#features/budget/budget.ts'
import { Month, addMonths, axisMonthName, monthName, monthOf, shortMonthName } from '#features/budget/months.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'
import { dayOf } from '#lib/time/dates.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { Button, buttonClasses } from '#ui/button.tsx'
import { BarChart } from '#ui/charts/bar-chart.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Link, useSearchParams } from 'react-router'
import { PortalCard } from '../portal-card.tsx'
import { PortalPage } from '../portal-page.tsx'
import { portalPath } from '../portal-tabs.ts'
import { DebtsCard } from './debts-card.tsx'
import { EntriesCard } from './entries-card.tsx'
import { GoalsCard } from './goals-card.tsx'
import { MonthCard } from './month-card.tsx'
import { MonthSums } from './month-sums.tsx'
import { QuickAdd } from './quick-add.tsx'
import { SharingCard } from './sharing-card.tsx'
import { WorthCard } from './worth-card.tsx'

export function Component() {
  const current = monthOf(dayOf(useNow()))
  const [search, setSearch] = useSearchParams()
  const monthParam = Month.safeParse(search.get('month'))
  const month = monthParam.success ? monthParam.data : current
  const budget = useBudget(month)
  const go = (n: number) => setSearch({ month: addMonths(month, n) }, { replace: true })
  return (
    <PortalPage title="הכסף שלנו" lead="התכנון והביצוע של החודש, במקום אחד לשניכם." twoColumns>
      <nav className="money-months" aria-label="בחירת חודש">
        <Button
          iconOnly
          aria-label={`החודש הקודם: ${monthName(addMonths(month, -1))}`}
          onClick={() => go(-1)}
          icon={<Icon of={ChevronRight} />}
        />
        <h2 aria-live="polite">{monthName(month)}</h2>
        <Button
          iconOnly
          aria-label={`החודש הבא: ${monthName(addMonths(month, 1))}`}
          onClick={() => go(1)}
          icon={<Icon of={ChevronLeft} />}
        />
      </nav>
      {budget.isLoadingError ? (
        <FailedToLoad insteadOf={budget.data} error={budget.error} onRetry={() => void budget.refetch()} />
      ) : !budget.data || budget.data.month !== month ? (
        <Loading text="טוענים את החודש" />
      ) : (
        <>
          <div className="portal-col">
            <Unreadable n={budget.data.unreadable} />
            <MonthSums month={month} budget={budget.data} />
            <QuickAdd month={month} budget={budget.data} />
            <MonthCard month={month} budget={budget.data} />
            <EntriesCard key={month} budget={budget.data} />
          </div>
          <div className="portal-col">
            <YearCard history={budget.data.history} />
            <DebtsCard
              month={month}
              startsOn={current}
              debts={itemsOf(budget.data.items, 'debt')}
              plan={itemsOf(budget.data.items, 'plan')[0]}
            />
            <GoalsCard month={month} now={current} goals={itemsOf(budget.data.items, 'goal')} />
            <WorthCard
              month={month}
              assets={itemsOf(budget.data.items, 'asset')}
              debts={itemsOf(budget.data.items, 'debt')}
            />
            <SharingCard budget={budget.data} />
          </div>
        </>
      )}
    </PortalPage>
  )
}

/** Without expenses there is no chart: all its bars would be empty. */
const YearCard = ({ history }: Pick<Budget, 'history'>) => (
  <PortalCard id="money-year" title="שנה אחורה">
    {history.every(({ outgoing }) => outgoing.actual <= 0) ? (
      <p>כשיירשמו הוצאות, הן יופיעו כאן לפי חודש.</p>
    ) : (
      <BarChart
        title="הוצאות בפועל לפי חודש"
        bars={history.map((one) => ({
          key: one.month,
          label: shortMonthName(one.month),
          tick: axisMonthName(one.month),
          value: Math.max(0, one.outgoing.actual),
          note: `הכנסות ${formatMoney(one.income.actual)}`,
        }))}
        columns={['חודש', 'יצא']}
        format={formatMoney}
      />
    )}
  </PortalCard>
)

/** The sums do not include items that cannot be decrypted. */
const Unreadable = ({ n }: { n: number }) =>
  n > 0 && (
    <PortalCard id="money-unreadable" title="חלק מהשורות לא נפתחו" soft>
      <p>{`${count(n, unreadableTexts)}, ולכן הסכומים כאן חלקיים. כתבו לנו ונבדוק יחד.`}</p>
      <div className="money-actions">
        <Link className={buttonClasses({})} to={`${portalPath}/messages`}>
          כתיבת הודעה
        </Link>
      </div>
    </PortalCard>
  )

const unreadableTexts = { one: 'שורה אחת לא נפתחה', two: 'שתי שורות לא נפתחו', other: '# שורות לא נפתחו' }
