// One person in three rails: who they are at the right, their story, and what comes next at the left.
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { isAdmin, seesContacts } from '#features/accounts/accounts.ts'
import { useStaff, useStaffName } from '#features/accounts/staff.data.ts'
import type { TimelineLine } from '#features/activities/timeline-line.tsx'
import { ConsentLedger } from '#features/consents/consent-ledger.tsx'
import { CallCard } from '#features/contacts/calls/call-card.tsx'
import { ContactDetails } from '#features/contacts/contact-details.tsx'
import { ContactEditDialog } from '#features/contacts/contact-edit-dialog.tsx'
import { ContactHead, mainPoint } from '#features/contacts/contact-head.tsx'
import type { ShownContact } from '#features/contacts/contacts.data.ts'
import { PointList } from '#features/contacts/points/point-list.tsx'
import { FileList } from '#features/files/file-list.tsx'
import { Viewers } from '#features/presence/viewers.tsx'
import { RecordPager } from '#features/saved-views/record-pager.tsx'
import { useOwnRoles } from '../shell/own-roles.ts'
import { useWhatChanged } from '../audit/use-what-changed.ts'
import { ConsentSign } from './consent-sign.tsx'
import { ContactTags } from './contact-tags.tsx'
import { MoreMenu } from './more-menu.tsx'
import { nextSections, whoSections } from './sections.tsx'
import { Story, useComposerMode } from './story.tsx'
import { StoryTabs, tabOf } from './story-tabs.tsx'
import { useSaveWritten } from './use-save-written.ts'

export function Record({ contact }: { contact: ShownContact }) {
  const now = useNow()
  const { data: staff = [] } = useStaff()
  const nameOf = useStaffName()
  const isBoss = isAdmin(useOwnRoles())
  const [search] = useSearchParams()
  const [isEditing, setEditing] = useState(false)
  const whatChanged = useWhatChanged('contacts')
  const [mode, setMode] = useComposerMode({ contactId: contact.id })
  const open = useSaveWritten(contact.id)
  const responsible = staff.filter(({ roles }) => seesContacts(roles))
  const phone = mainPoint(contact.points, 'phone')
  const email = mainPoint(contact.points, 'email')
  const known = [contact.full_name, ...contact.points.map(({ value_norm }) => value_norm)]
  const tab = tabOf(search)
  return (
    <>
      <div className="record-bar">
        <RecordPager entity="contacts" id={contact.id} path={(id) => `/crm/contacts/${id}`} />
        <Viewers room={`contact:${contact.id}`} nameOf={nameOf} what="רשומה" />
      </div>
      <div className="record">
        <div className="record__who">
          <ContactHead
            contact={contact}
            tags={<ContactTags contactId={contact.id} />}
            standing={<CallCard contact={contact} now={now} />}
            more={<MoreMenu contact={contact} />}
            onCall={() => setMode('call')}
            onWrite={(way) => {
              const to = way === 'whatsapp' ? phone : email
              if (to) void open({ mode: way, text: '', to })
            }}
          />
          <ContactDetails contact={contact} staff={responsible} onEdit={() => setEditing(true)}>
            <PointList
              contact={contact}
              mayRemove={isBoss}
              signsOf={(point) => <ConsentSign contactId={contact.id} point={point} />}
            />
          </ContactDetails>
          {whoSections.map((Section) => (
            <Section key={Section.name} contact={contact} now={now} />
          ))}
        </div>
        <section className="record__story" aria-label="מה קרה">
          <StoryTabs contactId={contact.id} />
          {tab === 'story' && (
            <Story
              of={{ contactId: contact.id }}
              about={{ id: contact.id, phone, email, known }}
              now={now}
              mode={mode}
              onMode={setMode}
              beginning={beginningOf(contact)}
            />
          )}
          {tab === 'files' && <FileList contactId={contact.id} mayPutAwayAll={isBoss} />}
          {tab === 'consents' && <ConsentLedger contactId={contact.id} points={contact.points} nameOf={nameOf} />}
        </section>
        <div className="record__next">
          {nextSections.map((Section) => (
            <Section key={Section.name} contact={contact} now={now} />
          ))}
        </div>
        <ContactEditDialog
          contact={contact}
          staff={responsible}
          whatChanged={whatChanged}
          open={isEditing}
          onOpenChange={setEditing}
        />
      </div>
    </>
  )
}

/** The line with which the story of a contact begins. */
const beginningOf = (contact: ShownContact): TimelineLine => ({
  id: 'beginning',
  type: 'contact.created',
  contact_id: contact.id,
  happened_at: contact.created_at,
  actor_kind: 'system',
  actor_id: null,
  title_cache: 'איש הקשר נוסף',
  payload: {},
})
