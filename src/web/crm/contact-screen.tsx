// Everything about one person on one page: who they are, what happened, what comes next.
import './contact-screen.css'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { useStaff, useStaffName } from '#features/accounts/staff.data.ts'
import { useLiveTimeline, useTimeline, useWriteActivity } from '#features/activities/activities.data.ts'
import { Composer, type Written } from '#features/activities/composer.tsx'
import { Timeline, type TimelineLine } from '#features/activities/timeline.tsx'
import { withBeginning } from '#features/activities/timeline-days.ts'
import { ConsentState } from '#features/consents/consent-state.tsx'
import { ContactDetails, ContactHead } from '#features/contacts/contact-details.tsx'
import { ContactEditDialog } from '#features/contacts/contact-edit-dialog.tsx'
import { type ShownContact, useContact } from '#features/contacts/contacts.data.ts'
import { PointDialog } from '#features/contacts/point-dialog.tsx'
import { ContactOpportunities } from '#features/opportunities/contact-opportunities.tsx'
import { TaskList } from '#features/tasks/task-list.tsx'
import { useAddTask, useContactTasks, useLiveTasks } from '#features/tasks/tasks.data.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { Loading } from '#ui/spinner.tsx'
import { FailedToLoad } from './failed-to-load.tsx'
import { useQuickAdd } from './quick-add/quick-add-context.ts'
import { useScreenTitle } from './shell/screen-title.tsx'

export function Component() {
  const { contactId = '' } = useParams()
  const { data: contact, error, isPending, refetch } = useContact(contactId)
  useScreenTitle(contact?.full_name ?? 'איש קשר')
  if (isPending) return <Loading page size="lg" />
  if (error && !contact) return <FailedToLoad error={error} onRetry={() => void refetch()} />
  if (!contact) return <NobodyHere />
  // A key, so that nothing written about one person is ever saved on another.
  return <Record key={contact.id} contact={contact} />
}

const NobodyHere = () => (
  <div className="view">
    <EmptyState
      title="איש הקשר לא נמצא"
      text="ייתכן שנמחק, או שאין לכם גישה אליו."
      action={
        <Link className="btn btn--primary" to="/crm/contacts">
          לכל אנשי הקשר
        </Link>
      }
    />
  </div>
)

function Record({ contact }: { contact: ShownContact }) {
  const now = useNow()
  const staff = useStaff()
  const staffName = useStaffName()
  const [isEditing, setEditing] = useState(false)
  const [isAddingPoint, setAddingPoint] = useState(false)
  return (
    <div className="record">
      <div className="record__who">
        <ContactHead contact={contact} />
        <ContactDetails
          contact={contact}
          owner={staffName(contact.owner_id)}
          onEdit={() => setEditing(true)}
          onAddPoint={() => setAddingPoint(true)}
        />
        <ConsentState contactId={contact.id} />
      </div>
      <Story contact={contact} now={now} nameOf={staffName} />
      <div className="record__next">
        <ContactOpportunities contactId={contact.id} now={now} />
        <Tasks contactId={contact.id} now={now} />
      </div>
      <ContactEditDialog contact={contact} staff={staff.data ?? []} open={isEditing} onOpenChange={setEditing} />
      <PointDialog contact={contact} open={isAddingPoint} onOpenChange={setAddingPoint} />
    </div>
  )
}

type StoryProps = { contact: ShownContact; now: Date; nameOf: (id: string | null) => string | undefined }

function Story({ contact, now, nameOf }: StoryProps) {
  const timeline = useTimeline(contact.id)
  useLiveTimeline(contact.id)
  const save = useSave(contact.id)
  const known = [contact.full_name, ...contact.points.map(({ value_norm }) => value_norm)]
  const lines: TimelineLine[] = timeline.data?.pages.flat() ?? []
  return (
    <section className="record__story" aria-labelledby="story">
      <h2 id="story">ציר זמן</h2>
      <Composer save={save} now={now} />
      {timeline.isPending && <Loading />}
      {!timeline.data && timeline.error && (
        <FailedToLoad error={timeline.error} onRetry={() => void timeline.refetch()} />
      )}
      {timeline.data && (
        <Timeline
          lines={withBeginning(lines, beginningOf(contact), !timeline.hasNextPage)}
          now={now}
          nameOf={nameOf}
          known={known}
        />
      )}
      {timeline.hasNextPage && (
        <Button busy={timeline.isFetchingNextPage} onClick={() => void timeline.fetchNextPage()}>
          הצגת הקודמות
        </Button>
      )}
    </section>
  )
}

/** The line with which the story of a contact begins. */
const beginningOf = (contact: ShownContact): TimelineLine => ({
  id: 'beginning',
  type: 'contact.created',
  happened_at: contact.created_at,
  actor_kind: 'system',
  actor_id: null,
  title_cache: 'איש הקשר נוסף',
  payload: {},
})

function useSave(contact_id: string) {
  const activity = useWriteActivity()
  const task = useAddTask()
  return async (written: Written) => {
    if (written.mode === 'task') await task.mutateAsync({ name: written.name, due_date: written.due_date, contact_id })
    else
      await activity.mutateAsync({ type: written.mode, contact_id, title_cache: '', payload: { text: written.text } })
  }
}

function Tasks({ contactId, now }: { contactId: string; now: Date }) {
  const tasks = useContactTasks(contactId)
  useLiveTasks()
  const add = useQuickAdd()
  return (
    <Block
      title="משימות"
      action={
        <Button look="ghost" size="sm" icon={<Icon of={Plus} />} onClick={() => add('task', { contactId })}>
          משימה
        </Button>
      }
    >
      {tasks.isPending && <Loading />}
      {!tasks.data && tasks.error && <FailedToLoad error={tasks.error} onRetry={() => void tasks.refetch()} />}
      {tasks.data?.length === 0 && <BlockText>אין משימות פתוחות. כל הכבוד</BlockText>}
      {tasks.data && <TaskList tasks={tasks.data} now={now} />}
    </Block>
  )
}
