// Everything about one deal: where it stands, what is known, what comes next, what has happened.
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { useActiveRoles } from '#features/accounts/accounts.data.ts'
import { isAdmin } from '#features/accounts/accounts.ts'
import { useStaffName } from '#features/accounts/staff.data.ts'
import { CustomFields } from '#features/fields/custom-fields.tsx'
import { FileList } from '#features/files/file-list.tsx'
import { type Deal, useChangeDeal } from '#features/opportunities/deal/deal.data.ts'
import { BalanceCard } from '#features/payments/balance-card.tsx'
import { usePipelines } from '#features/pipelines/pipelines.data.ts'
import { Viewers } from '#features/presence/viewers.tsx'
import { Neighbours } from '#features/views/neighbours.tsx'
import { formatDate } from '#lib/time/dates.ts'
import { formatMoney } from '#lib/money.ts'
import { Badge } from '#ui/badge.tsx'
import { OpportunityTasks } from '../tasks/contact-tasks.tsx'
import { DealFacts } from './deal-facts.tsx'
import { DealMenu } from './deal-menu.tsx'
import { dealPath } from './deal-path.ts'
import { DealPeople } from './deal-people.tsx'
import { DealStages } from './deal-stages.tsx'
import { DealStory } from './deal-story.tsx'

type Props = { deal: Deal; heading: 'h1' | 'h2'; pathOf?: (id: string) => string }

export function DealRecord({ deal, heading: Heading, pathOf = dealPath }: Props) {
  const now = useNow()
  const nameOf = useStaffName()
  const isManager = isAdmin(useActiveRoles().data ?? [])
  const pipeline = usePipelines().data?.find(({ id }) => id === deal.pipeline_id)
  const change = useChangeDeal()
  return (
    <article className="deal-record">
      <header className="deal-record__head">
        <div>
          <Heading>
            <bdi>{deal.name}</bdi>
          </Heading>
          <p>
            <Link to={`/crm/contacts/${deal.contact_id}`}>
              <bdi>{deal.contact.full_name}</bdi>
            </Link>
            {deal.amount_agorot > 0 && <b>{formatMoney(deal.amount_agorot)}</b>}
            <CallPermission deal={deal} />
          </p>
        </div>
        <div className="deal-record__tools">
          <Viewers room={`opportunity:${deal.id}`} what="הזדמנות" nameOf={nameOf} />
          <Neighbours entity="opportunities" id={deal.id} path={pathOf} />
          <DealMenu deal={deal} mayDelete={isManager} />
        </div>
      </header>
      {deal.deleted_at && (
        <p className="deal-record__binned">
          ההזדמנות נמצאת בסל מאז {formatDate(deal.deleted_at)}, ואפשר לשחזר אותה משם במשך 30 ימים.
        </p>
      )}
      {pipeline && <DealStages deal={deal} pipeline={pipeline} now={now} />}
      <div className="deal-record__parts">
        <div className="deal-record__main">
          <OpportunityTasks opportunityId={deal.id} contactId={deal.contact_id} />
          <DealStory deal={deal} now={now} />
        </div>
        <div className="deal-record__side">
          <DealFacts deal={deal} pipeline={pipeline} />
          <DealPeople deal={deal} />
          <BalanceCard contactId={deal.contact_id} />
          <CustomFields
            entity="opportunity"
            record={deal}
            onSave={(seen, custom) => change.mutateAsync({ seen, changes: { custom } })}
          />
          <FileList contactId={deal.contact_id} opportunityId={deal.id} mayPutAwayAll={isManager} />
        </div>
      </div>
    </article>
  )
}

/** Open, won or lost and since when, and why. */
function CallPermission({ deal }: { deal: Deal }) {
  if (deal.status === 'won')
    return <Badge kind="success">נסגרה בהצלחה{deal.closed_at && ` · ${formatDate(deal.closed_at)}`}</Badge>
  if (deal.status === 'lost')
    return <Badge kind="danger">לא נסגרה{deal.lost_reason && ` · ${deal.lost_reason.name}`}</Badge>
  return <Badge kind="info">{deal.reopened_because ? 'פתוחה מחדש' : 'פתוחה'}</Badge>
}
