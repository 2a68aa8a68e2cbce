// The opportunity record: stages, details, tasks, timeline.
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { useActiveRoles } from '#platform/accounts/accounts.data.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { ContactAppointments } from '#features/booking/screens/contact-appointments.tsx'
import { CustomFields } from '#platform/fields/custom-fields.tsx'
import { FileList } from '#platform/files/file-list.tsx'
import { type OpportunityDetail, useUpdateOpportunity } from '#features/opportunities/detail/opportunity-detail.data.ts'
import { BalanceCard } from '#features/payments/balance-card.tsx'
import { ContactQuiz } from '#features/quiz/screens/contact-quiz.tsx'
import { usePipelines } from '#platform/pipelines/pipelines.data.ts'
import { Viewers } from '#platform/presence/viewers.tsx'
import { RecordPager } from '#platform/saved-views/record-pager.tsx'
import { formatDate } from '#lib/time/dates.ts'
import { formatMoney } from '#lib/money.ts'
import { Badge } from '#ui/badge.tsx'
import { OpportunityTasks } from '../tasks/contact-tasks.tsx'
import { OpportunityDetails } from './opportunity-details.tsx'
import { OpportunityMenu } from '#features/opportunities/screens/opportunity-menu.tsx'
import { opportunityPath } from '#features/opportunities/screens/opportunity-path.ts'
import { OpportunityContacts } from '#features/opportunities/screens/opportunity-contacts.tsx'
import { OpportunityStages } from './opportunity-stages.tsx'
import { OpportunityTimeline } from './opportunity-timeline.tsx'

type Props = { opportunity: OpportunityDetail; heading: 'h1' | 'h2'; pathOf?: (id: string) => string }

export function OpportunityRecord({ opportunity, heading: Heading, pathOf = opportunityPath }: Props) {
  const now = useNow()
  const nameOf = useStaffName()
  const isManager = isAdmin(useActiveRoles().data ?? [])
  const pipeline = usePipelines().data?.find(({ id }) => id === opportunity.pipeline_id)
  const change = useUpdateOpportunity()
  return (
    <article className="deal-record">
      <header className="deal-record__head">
        <div>
          <Heading>
            <bdi>{opportunity.name}</bdi>
          </Heading>
          <p>
            <Link to={`/crm/contacts/${opportunity.contact_id}`}>
              <bdi>{opportunity.contact.full_name}</bdi>
            </Link>
            {opportunity.amount_agorot > 0 && <b>{formatMoney(opportunity.amount_agorot)}</b>}
            <StatusBadge opportunity={opportunity} />
          </p>
        </div>
        <div className="deal-record__tools">
          <Viewers room={`opportunity:${opportunity.id}`} what="הזדמנות" nameOf={nameOf} />
          <RecordPager entity="opportunities" id={opportunity.id} path={pathOf} />
          <OpportunityMenu opportunity={opportunity} mayDelete={isManager} />
        </div>
      </header>
      {opportunity.deleted_at && (
        <p className="deal-record__binned">
          ההזדמנות נמצאת בסל מאז {formatDate(opportunity.deleted_at)}, ואפשר לשחזר אותה משם במשך 30 ימים.
        </p>
      )}
      {pipeline && <OpportunityStages opportunity={opportunity} pipeline={pipeline} now={now} />}
      <div className="deal-record__parts">
        <div className="deal-record__main">
          <OpportunityTasks opportunityId={opportunity.id} contactId={opportunity.contact_id} />
          <OpportunityTimeline opportunity={opportunity} now={now} />
        </div>
        <div className="deal-record__side">
          <OpportunityDetails opportunity={opportunity} pipeline={pipeline} />
          <ContactAppointments
            contact={{ id: opportunity.contact_id, full_name: opportunity.contact.full_name }}
            opportunityId={opportunity.id}
            now={now}
          />
          <ContactQuiz contactId={opportunity.contact_id} />
          <OpportunityContacts opportunity={opportunity} />
          <BalanceCard contactId={opportunity.contact_id} />
          <CustomFields
            entity="opportunity"
            record={opportunity}
            onSave={(seen, custom) => change.mutateAsync({ seen, changes: { custom } })}
          />
          <FileList contactId={opportunity.contact_id} opportunityId={opportunity.id} mayPutAwayAll={isManager} />
        </div>
      </div>
    </article>
  )
}

/** Status badge: open, won or lost, with date and reason. */
function StatusBadge({ opportunity }: { opportunity: OpportunityDetail }) {
  if (opportunity.status === 'won')
    return (
      <Badge kind="success">נסגרה בהצלחה{opportunity.closed_at && ` · ${formatDate(opportunity.closed_at)}`}</Badge>
    )
  if (opportunity.status === 'lost')
    return <Badge kind="danger">לא הבשילה{opportunity.lost_reason && ` · ${opportunity.lost_reason.name}`}</Badge>
  return <Badge kind="info">{opportunity.reopened_because ? 'פתוחה מחדש' : 'פתוחה'}</Badge>
}
