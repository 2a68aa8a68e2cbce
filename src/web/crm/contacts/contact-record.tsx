// Contact record in three columns: details at the right, composer and timeline, next steps at the left. On a phone the DOM order, and so
// the tab order, equals the visual order: head, composer, next steps, timeline.
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { isAdmin, seesContacts } from '#platform/accounts/accounts.ts'
import { useStaff, useStaffName } from '#platform/accounts/staff.data.ts'
import type { TimelineLine } from '#platform/activities/timeline-line.tsx'
import { ConsentLedger } from '#platform/consents/consent-ledger.tsx'
import { CallCard } from '#features/contacts/calls/call-card.tsx'
import { ContactDetails } from '#features/contacts/contact-details.tsx'
import { ContactEditDialog } from '#features/contacts/contact-edit-dialog.tsx'
import { ContactHead, mainPoint } from '#features/contacts/contact-head.tsx'
import type { ShownContact } from '#features/contacts/contacts.data.ts'
import { PointList } from '#features/contacts/points/point-list.tsx'
import { FileList } from '#platform/files/file-list.tsx'
import { Viewers } from '#platform/presence/viewers.tsx'
import { RecordPager } from '#platform/saved-views/record-pager.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { useForeignChanges } from '#features/audit/screens/use-foreign-changes.ts'
import { ConsentBadge } from '#features/contacts/screens/consent-badge.tsx'
import { ContactTags } from '#features/contacts/screens/contact-tags.tsx'
import { ContactMessages } from '#features/messages/screens/contact-messages.tsx'
import { MoreMenu } from './more-menu.tsx'
import { RecordIdentity } from '../record/record-identity.tsx'
import { nextStepSections, identitySections } from './rail-sections.tsx'
import { RecordComposer, RecordTimelineLines, useComposerMode } from '../timeline/record-timeline.tsx'
import { RecordTabs, tabOf } from '#features/contacts/screens/record-tabs.tsx'
import { useSaveEntry } from '../timeline/use-save-entry.ts'

export function ContactRecord({ contact }: { contact: ShownContact }) {
  const now = useNow()
  const { data: staff = [] } = useStaff()
  const nameOf = useStaffName()
  const isBoss = isAdmin(useOwnRoles())
  const [search] = useSearchParams()
  const [isEditing, setEditing] = useState(false)
  const readForeignChanges = useForeignChanges('contacts')
  const of = { contactId: contact.id }
  const [mode, setMode] = useComposerMode(of)
  const open = useSaveEntry(contact.id)
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
        <RecordIdentity
          head={
            <ContactHead
              contact={contact}
              tags={<ContactTags contactId={contact.id} />}
              callStatus={<CallCard contact={contact} now={now} />}
              more={<MoreMenu contact={contact} />}
              onCall={() => setMode('call')}
              onWrite={(way) => {
                const to = way === 'whatsapp' ? phone : email
                if (to) void open({ mode: way, text: '', to })
              }}
            />
          }
        >
          <ContactDetails contact={contact} staff={responsible} onEdit={() => setEditing(true)}>
            <PointList
              contact={contact}
              mayRemove={isBoss}
              signsOf={(point) => <ConsentBadge contactId={contact.id} point={point} />}
            />
          </ContactDetails>
          {identitySections.map((Section) => (
            <Section key={Section.name} contact={contact} now={now} />
          ))}
        </RecordIdentity>
        <section className="record__compose" aria-label="תיעוד">
          <RecordComposer
            of={of}
            about={{ id: contact.id, phone, email, known }}
            now={now}
            mode={mode}
            onMode={setMode}
          />
        </section>
        <div className="record__next">
          {nextStepSections.map((Section) => (
            <Section key={Section.name} contact={contact} now={now} />
          ))}
        </div>
        <section className="record__story" aria-label="מה קרה">
          <RecordTabs contactId={contact.id} />
          {tab === 'story' && <RecordTimelineLines of={of} now={now} known={known} beginning={beginningOf(contact)} />}
          {tab === 'files' && <FileList contactId={contact.id} mayPutAwayAll={isBoss} />}
          {tab === 'messages' && <ContactMessages contactId={contact.id} />}
          {tab === 'consents' && <ConsentLedger contactId={contact.id} points={contact.points} nameOf={nameOf} />}
        </section>
        <ContactEditDialog
          contact={contact}
          staff={responsible}
          whatChanged={readForeignChanges}
          open={isEditing}
          onOpenChange={setEditing}
        />
      </div>
    </>
  )
}

/** The first timeline entry of a contact. */
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
