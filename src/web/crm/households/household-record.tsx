import { Pencil, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '#client/now.ts'
import { CustomFields } from '#platform/fields/custom-fields.tsx'
import { type ShownHousehold, useChangeHousehold } from '#features/households/households.data.ts'
import { HouseholdBalance } from '#features/payments/household-balance.tsx'
import { ProcessCard } from '#features/processes/process-card.tsx'
import { Block, Fact, Facts } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { MailPreferencesTable } from '#features/households/screens/mail-preferences-table.tsx'
import { HouseholdDialog } from './household-dialog.tsx'
import { HouseholdOpportunities } from '#features/households/screens/household-opportunities.tsx'
import { HouseholdTimeline } from './household-timeline.tsx'
import { RecordIdentity } from '../record/record-identity.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { MemberList } from '#features/households/screens/member-list.tsx'
import { JointContactPoints } from '#features/households/screens/joint-contact-points.tsx'
import { HouseholdTasks } from '../tasks/contact-tasks.tsx'

/** Household record in three columns: members, their shared timeline, next steps. */
export function HouseholdRecord({ home }: { home: ShownHousehold }) {
  const now = useNow()
  const [isEditing, setEditing] = useState(false)
  const [isLinking, setLinking] = useState(false)
  const change = useChangeHousehold()
  return (
    <div className="record">
      <RecordIdentity
        head={
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
        }
      >
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
      </RecordIdentity>
      <HouseholdTimeline home={home} now={now}>
        <div className="record__next">
          <HouseholdTasks memberIds={home.members.map(({ id }) => id)} />
          <HouseholdOpportunities members={home.members} />
          {home.members.map((member) => (
            <ProcessCard key={member.id} contactId={member.id} whose={member.full_name} />
          ))}
          <HouseholdBalance members={home.members} />
          <MailPreferencesTable members={home.members} />
        </div>
      </HouseholdTimeline>
      <HouseholdDialog home={home} open={isEditing} onOpenChange={setEditing} />
      {home.members[0] && <LinkDialog contactId={home.members[0].id} open={isLinking} onOpenChange={setLinking} />}
    </div>
  )
}
