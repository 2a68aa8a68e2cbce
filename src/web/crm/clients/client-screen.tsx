// A family's process, for staff: stage transitions and their effects, tasks, messages, documents, access.
import './clients-screen.css'
import { Link } from 'react-router'
import { InvitationCard } from '#features/client-invitations/invitation-card.tsx'
import { useContact } from '#features/contacts/contacts.data.ts'
import { ThreadView } from '#features/inbox/thread-view.tsx'
import { useStagesOf } from '#features/processes/clients.data.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { FileList } from '#platform/files/file-list.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { ContactTasks } from '../tasks/contact-tasks.tsx'
import { ClientMetrics } from './client-metrics.tsx'
import { FamilyBudgetCard } from './family-budget-card.tsx'
import { NotesCard } from './notes/notes-card.tsx'
import { RevokeLinks } from './revoke-links.tsx'
import { SignaturesCard } from './signatures-card.tsx'
import { StageRequestsCard } from './stage-requests-card.tsx'
import { StageControl } from './stage-control.tsx'

export function Component() {
  const contactId = useIdParam('contactId')
  const contact = useContact(contactId)
  const stages = useStagesOf(contactId)
  const roles = useOwnRoles()
  const isBoss = isAdmin(roles)
  const mayReadBudget = isBoss || roles.includes('coach')
  const person = contact.data
  useScreenTitle(person?.full_name ?? 'לקוחות')
  if (contact.isPending || stages.isPending) return <Loading page size="lg" />
  // A failed refetch does not replace the screen: the note to the family would be lost.
  const unread = [contact, stages].filter(({ data }) => data === undefined)
  if (unread[0])
    return (
      <FailedToLoad
        insteadOf={undefined}
        error={unread[0].error}
        onRetry={() => {
          for (const { refetch } of unread) void refetch()
        }}
      />
    )
  if (!person || person.deleted_at)
    return (
      <div className="view">
        <EmptyState title="הלקוחות לא נמצאו" text="ייתכן שנמחקו, או שאין לכם גישה אליהם." />
      </div>
    )
  return (
    <div className="view client">
      <div className="client__head">
        <h1>
          <bdi>{person.full_name}</bdi>
        </h1>
        <Link to={`/crm/contacts/${contactId}`}>לכרטיס המלא</Link>
        {mayReadBudget && <Link to={`/crm/clients/${contactId}/preview`}>תצוגה כלקוחות</Link>}
      </div>
      <div className="client__col">
        <StageControl stages={stages.data ?? []} hasAccount={person.client_user_id !== null} />
        <StageRequestsCard contactId={contactId} mayDecide={mayReadBudget} />
        {mayReadBudget && <NotesCard contactId={contactId} />}
        {mayReadBudget && <ClientMetrics contactId={contactId} hasPartner={person.household !== null} />}
        {mayReadBudget && <FamilyBudgetCard contactId={contactId} />}
        <div className="client__card">
          <Block title="הודעות למשפחה">
            {person.client_user_id ? (
              <ThreadView
                of={{ contactId, isShared: false }}
                empty="עוד לא נכתב דבר. ההודעה תופיע באזור האישי, ואם לא תיקרא תוך עשר דקות יישלח עליה דוא״ל."
              />
            ) : (
              <BlockText>הודעות נפתחות אחרי הכניסה הראשונה לאזור האישי.</BlockText>
            )}
          </Block>
        </div>
      </div>
      <div className="client__col">
        <div className="client__card">
          <InvitationCard contactId={contactId} hasAccount={person.client_user_id !== null} />
          {person.client_user_id !== null && mayReadBudget && <RevokeLinks contactId={contactId} />}
        </div>
        <div className="client__card">
          <ContactTasks contactId={contactId} />
        </div>
        <SignaturesCard contactId={contactId} />
        <div className="client__card">
          <FileList contactId={contactId} mayPutAwayAll={isBoss} />
        </div>
      </div>
    </div>
  )
}
