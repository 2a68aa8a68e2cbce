import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { roleLabels } from '#features/households/households.ts'
import { Block, BlockText } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { LinkDialog } from '../households/link-dialog.tsx'
import type { SectionProps } from '#features/contacts/screens/rail-section.ts'

export function HouseholdCard({ contact }: SectionProps) {
  const [isLinking, setLinking] = useState(false)
  const household = contact.household
  const others = (household?.members ?? []).filter(({ id, deleted_at }) => id !== contact.id && deleted_at === null)
  return (
    <Block
      title="הבית"
      action={
        <Button look="ghost" size="sm" icon={<Icon of={UserPlus} />} onClick={() => setLinking(true)}>
          קישור
        </Button>
      }
    >
      {!household && <BlockText>אפשר לקשר בני זוג או משפחה, ולראות את הכול יחד</BlockText>}
      {household && (
        <ul className="household">
          {others.map((member) => (
            <li key={member.id}>
              <Link to={`/crm/contacts/${member.id}`}>
                <bdi>{member.full_name}</bdi>
              </Link>
              {member.household_role && (
                <span className="quiet">{roleLabels[member.household_role][member.gender_form]}</span>
              )}
            </li>
          ))}
          <li>
            <Link to={`/crm/households/${household.id}`}>לדף המשותף</Link>
          </li>
        </ul>
      )}
      <LinkDialog contactId={contact.id} open={isLinking} onOpenChange={setLinking} />
    </Block>
  )
}
