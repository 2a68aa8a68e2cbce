// The household record: members, mail preferences, shared timeline.
import '#features/contacts/screens/contact-screen.css'
import '#features/households/screens/household-screen.css'
import { Pencil, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { CustomFields } from '#platform/fields/custom-fields.tsx'
import {
  type ShownHousehold,
  useChangeHousehold,
  useHousehold,
  useLiveHousehold,
} from '#features/households/households.data.ts'
import { Block, Fact, Facts } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { RecordTimelineLines } from '../timeline/record-timeline.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { MailPreferencesTable } from '#features/households/screens/mail-preferences-table.tsx'
import { HouseholdDialog } from './household-dialog.tsx'
import { HouseholdOpportunities } from '#features/households/screens/household-opportunities.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { MemberList } from '#features/households/screens/member-list.tsx'
import { JointContactPoints } from '#features/households/screens/joint-contact-points.tsx'

export function Component() {
  const { householdId = '' } = useParams()
  const { data: home, error, isPending, refetch } = useHousehold(householdId)
  useLiveHousehold(householdId)
  useScreenTitle(home?.name ?? 'משק בית')
  if (isPending) return <Loading page size="lg" />
  if (error && !home) return <FailedToLoad insteadOf={home} error={error} onRetry={() => void refetch()} />
  if (!home)
    return (
      <div className="view">
        <EmptyState
          title="משק הבית לא נמצא"
          text="ייתכן שנמחק, או שאין לכם גישה אליו."
          action={
            <Link className="btn btn--primary" to="/crm/contacts">
              לכל אנשי הקשר
            </Link>
          }
        />
      </div>
    )
  return <HouseholdRecord key={home.id} home={home} />
}

function HouseholdRecord({ home }: { home: ShownHousehold }) {
  const now = useNow()
  const [isEditing, setEditing] = useState(false)
  const [isLinking, setLinking] = useState(false)
  const change = useChangeHousehold()
  const nameOf = (contactId: string) => home.members.find(({ id }) => id === contactId)?.full_name
  return (
    <div className="record">
      <div className="record__who">
        <header className="home-head">
          <h1>
            <bdi>{home.name}</bdi>
          </h1>
          <Button
            look="ghost"
            size="sm"
            iconOnly
            aria-label="עריכת פרטי הבית"
            title="עריכת פרטי הבית"
            icon={<Icon of={Pencil} />}
            onClick={() => setEditing(true)}
          />
        </header>
        {(home.address || home.notes) && (
          <Facts>
            {home.address && <Fact name="כתובת">{home.address}</Fact>}
            {home.notes && (
              <Fact name="הערות">
                <span className="home-notes">{home.notes}</span>
              </Fact>
            )}
          </Facts>
        )}
        <Block
          title="בני הבית"
          action={
            home.members[0] && (
              <Button look="ghost" size="sm" icon={<Icon of={UserPlus} />} onClick={() => setLinking(true)}>
                הוספה
              </Button>
            )
          }
        >
          <MemberList members={home.members} />
        </Block>
        <JointContactPoints members={home.members} />
        <CustomFields
          entity="household"
          record={home}
          onSave={(seen, custom) => change.mutateAsync({ seen, changes: { custom } })}
        />
      </div>
      <section className="record__story" aria-labelledby="home-story">
        <h2 id="home-story">ציר זמן משותף</h2>
        <RecordTimelineLines of={{ householdId: home.id }} now={now} known={[]} whose={nameOf} />
      </section>
      <div className="record__next">
        <HouseholdOpportunities members={home.members} />
        <MailPreferencesTable members={home.members} />
      </div>
      <HouseholdDialog home={home} open={isEditing} onOpenChange={setEditing} />
      {home.members[0] && <LinkDialog contactId={home.members[0].id} open={isLinking} onOpenChange={setLinking} />}
    </div>
  )
}
