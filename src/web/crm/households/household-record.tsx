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
export function HouseholdRecord({ household }: { household: ShownHousehold }) {
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
              <bdi>{household.name}</bdi>
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
        {(household.address || household.notes) && (
          <Facts>
            {household.address && <Fact name="כתובת">{household.address}</Fact>}
            {household.notes && (
              <Fact name="הערות">
                <span className="home-notes">{household.notes}</span>
              </Fact>
            )}
          </Facts>
        )}
        <Block
          title="בני הבית"
          action={
            household.members[0] && (
              <Button look="ghost" size="sm" icon={<Icon of={UserPlus} />} onClick={() => setLinking(true)}>
                הוספה
              </Button>
            )
          }
        >
          <MemberList members={household.members} />
        </Block>
        <JointContactPoints members={household.members} />
        <CustomFields
          entity="household"
          record={household}
          onSave={(seen, custom) => change.mutateAsync({ seen, changes: { custom } })}
        />
      </RecordIdentity>
      <HouseholdTimeline household={household} now={now}>
        <div className="record__next">
          <HouseholdTasks memberIds={household.members.map(({ id }) => id)} />
          <HouseholdOpportunities members={household.members} />
          {household.members.map((member) => (
            <ProcessCard key={member.id} contactId={member.id} whose={member.full_name} />
          ))}
          <HouseholdBalance members={household.members} />
          <MailPreferencesTable members={household.members} />
        </div>
      </HouseholdTimeline>
      <HouseholdDialog household={household} open={isEditing} onOpenChange={setEditing} />
      {household.members[0] && (
        <LinkDialog contactId={household.members[0].id} open={isLinking} onOpenChange={setLinking} />
      )}
    </div>
  )
}
