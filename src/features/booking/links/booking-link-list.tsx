import './booking-link-list.css'
import { formatDate } from '#lib/time/dates.ts'
import { PersonalLinkList } from '#platform/personal-links/personal-link-list.tsx'
import { useBookingLinks, useSetBookingLinkRevoked } from './booking-links.data.ts'
import { linkStateLabels, staffLinkRefusals } from './booking-links.ts'

type Link = NonNullable<ReturnType<typeof useBookingLinks>['data']>[number]

/** Booking links of a type, optionally of one contact. Renders nothing while there are none. */
export function BookingLinkList({ typeId, contactId }: { typeId: string; contactId?: string }) {
  const { data = [] } = useBookingLinks(typeId)
  const change = useSetBookingLinkRevoked()
  const links = data.filter(({ contact_id }) => contactId === undefined || contact_id === contactId)
  if (links.length === 0) return null
  return (
    <section className="booking-links" aria-labelledby="booking-links">
      <h3 id="booking-links">קישורים שנוצרו</h3>
      <PersonalLinkList
        links={links.map(shownLink)}
        stateLabels={linkStateLabels}
        all="הצגת כל הקישורים"
        revoke={{
          set: change.mutateAsync,
          done: () => ({ title: 'הקישור בוטל', undone: 'הקישור פתוח שוב' }),
          refusals: staffLinkRefusals,
        }}
      />
    </section>
  )
}

function shownLink(link: Link) {
  const { id, state, contact_id, contact_name, created_at } = link
  // A coach may see the link of a contact whom they cannot see.
  const name = contact_name ?? (contact_id === null ? 'בלי איש קשר' : 'איש קשר אחר')
  return { id, name, state, facts: factsOf(link), revokeLabel: `ביטול הקישור: ${name}, ${formatDate(created_at)}` }
}

function factsOf({ state, created_at, expires_at, used_at, revoked_at }: Link): string {
  const facts = [
    `נוצר ב־${formatDate(created_at)}`,
    state === 'used' && used_at && `נקבעה ב־${formatDate(used_at)}`,
    state === 'revoked' && revoked_at && `בוטל ב־${formatDate(revoked_at)}`,
    state === 'open' && expires_at && `בתוקף עד ${formatDate(expires_at)}`,
    state === 'expired' && expires_at && `פג ב־${formatDate(expires_at)}`,
  ]
  return facts.filter(Boolean).join(', ')
}
