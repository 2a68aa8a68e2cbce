// Cards below the next step, loaded after the first screen.
import { DocumentsCard } from './documents-card.tsx'
import { BalanceDueCard } from './balance-due-card.tsx'
import { PackagesCard } from './packages-card.tsx'
import { QuestionsCard } from './questions-card.tsx'
import { SummaryCard } from './summary-card.tsx'

export { MonthCard } from './month-card.tsx'

export const DeferredCards = ({ now }: { now: Date }) => (
  <>
    <SummaryCard />
    <DocumentsCard />
    <PackagesCard />
    <BalanceDueCard now={now} />
    <QuestionsCard />
  </>
)
