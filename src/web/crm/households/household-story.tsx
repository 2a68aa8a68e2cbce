import { useState } from 'react'
import { mainPoint } from '#features/contacts/contact-head.tsx'
import type { Member, ShownHousehold } from '#features/households/households.data.ts'
import { BlockText } from '#ui/block.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { RecordTimeline, useComposerMode } from '../timeline/record-timeline.tsx'

type Props = { home: ShownHousehold; now: Date }

/** Timeline of all members, and a composer. An entry belongs to one member and shows here and on their own page. */
export function HouseholdStory({ home, now }: Props) {
  const of = { householdId: home.id, memberIds: home.members.map(({ id }) => id) }
  const [mode, setMode] = useComposerMode(of)
  const [aboutId, setAboutId] = useState<string>()
  const about = home.members.find(({ id }) => id === aboutId) ?? home.members[0]
  if (!about) return <BlockText>אין כאן אנשים, ולכן גם אין ציר זמן</BlockText>

  function choose(id: string) {
    setAboutId(id)
    const next = home.members.find((member) => member.id === id)
    const isReachable = mode === 'whatsapp' ? phoneOf(next) : mode === 'email' ? emailOf(next) : true
    if (!isReachable) setMode('note')
  }

  return (
    <>
      {home.members.length > 1 && (
        <SelectField label="על מי כותבים" name="about" value={about.id} onChange={({ target }) => choose(target.value)}>
          {home.members.map(({ id, full_name: name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <RecordTimeline
        of={of}
        about={{ id: about.id, phone: phoneOf(about), email: emailOf(about), known: [] }}
        now={now}
        mode={mode}
        onMode={setMode}
        whose={(contactId) => home.members.find(({ id }) => id === contactId)?.full_name}
      />
    </>
  )
}

const phoneOf = (member: Member | undefined) => member && mainPoint(member.points, 'phone')
const emailOf = (member: Member | undefined) => member && mainPoint(member.points, 'email')
