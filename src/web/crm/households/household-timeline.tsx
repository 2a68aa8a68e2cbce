import { type ReactNode, useState } from 'react'
import { mainPoint } from '#features/contacts/contact-head.tsx'
import type { Member, ShownHousehold } from '#features/households/households.data.ts'
import { BlockText } from '#ui/block.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { RecordComposer, RecordTimelineLines, useComposerMode } from '../timeline/record-timeline.tsx'

/** Rendered between composer and timeline. */
type Props = { household: ShownHousehold; now: Date; children: ReactNode }

/** Timeline of all members, and a composer. An entry belongs to one member and shows here and on their own page. */
export function HouseholdTimeline({ household, now, children }: Props) {
  const of = { householdId: household.id, memberIds: household.members.map(({ id }) => id) }
  const [mode, setMode] = useComposerMode(of)
  const [aboutId, setAboutId] = useState<string>()
  const about = household.members.find(({ id }) => id === aboutId) ?? household.members[0]
  if (!about)
    return (
      <>
        {children}
        <TimelineSection>
          <BlockText>אין כאן אנשים, ולכן גם אין ציר זמן</BlockText>
        </TimelineSection>
      </>
    )

  function choose(id: string) {
    setAboutId(id)
    const next = household.members.find((member) => member.id === id)
    const isReachable = mode === 'whatsapp' ? phoneOf(next) : mode === 'email' ? emailOf(next) : true
    if (!isReachable) setMode('note')
  }

  return (
    <>
      <section className="record__compose" aria-label="תיעוד">
        {household.members.length > 1 && (
          <SelectField
            label="על מי כותבים"
            name="about"
            value={about.id}
            onChange={({ target }) => choose(target.value)}
          >
            {household.members.map(({ id, full_name: name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <RecordComposer
          of={of}
          about={{ id: about.id, phone: phoneOf(about), email: emailOf(about), known: [] }}
          now={now}
          mode={mode}
          onMode={setMode}
        />
      </section>
      {children}
      <TimelineSection>
        <RecordTimelineLines
          of={of}
          now={now}
          known={[]}
          whose={(contactId) => household.members.find(({ id }) => id === contactId)?.full_name}
        />
      </TimelineSection>
    </>
  )
}

const TimelineSection = ({ children }: { children: ReactNode }) => (
  <section className="record__story" aria-labelledby="home-story">
    <h2 id="home-story">ציר זמן משותף</h2>
    {children}
  </section>
)

const phoneOf = (member: Member | undefined) => member && mainPoint(member.points, 'phone')
const emailOf = (member: Member | undefined) => member && mainPoint(member.points, 'email')
