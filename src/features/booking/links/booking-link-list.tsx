// The links of a type: what became of each, and its end.
import { X } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { useBookingLinks, useSetBookingLinkRevoked } from './booking-links.data.ts'
import { linkStateLabels, staffLinkRefusals } from './booking-links.ts'
import type { LinkState } from './link-state.ts'

type Link = NonNullable<ReturnType<typeof useBookingLinks>['data']>[number]

const looks: Record<LinkState, 'success' | 'info' | 'outline'> = {
  open: 'info',
  used: 'success',
  expired: 'outline',
  revoked: 'outline',
}
const shownAtFirst = 3
const explain = (error: unknown) => refusalText(error, staffLinkRefusals)

/** Renders nothing before the first link. With a contact only the links of that contact. */
export function BookingLinkList({ typeId, contactId }: { typeId: string; contactId?: string }) {
  const { data = [] } = useBookingLinks(typeId)
  const links = data.filter(({ contact_id }) => contactId === undefined || contact_id === contactId)
  const [isWhole, setWhole] = useState(false)
  if (links.length === 0) return null
  return (
    <section className="booking-links" aria-labelledby="booking-links">
      <h3 id="booking-links">קישורים שנוצרו</h3>
      <ul>
        {links.slice(0, isWhole ? undefined : shownAtFirst).map((link) => (
          <LinkRow key={link.id} link={link} />
        ))}
      </ul>
      {links.length > shownAtFirst && !isWhole && (
        <div>
          <Button look="ghost" size="sm" onClick={() => setWhole(true)}>
            הצגת כל הקישורים
          </Button>
        </div>
      )}
    </section>
  )
}

function LinkRow({ link }: { link: Link }) {
  const { id, contact_name, state } = link
  const name = contact_name ?? 'בלי איש קשר'
  const change = useSetBookingLinkRevoked()
  const revoke = () =>
    change.mutateAsync({ id, isRevoked: true }).then(
      () =>
        offerUndo({
          title: 'הקישור בוטל',
          undone: 'הקישור פתוח שוב',
          undo: () => change.mutateAsync({ id, isRevoked: false }),
          explain,
        }),
      (error: unknown) => void toast.error(explain(error)),
    )
  return (
    <li>
      <span className="booking-links__what">
        <bdi>{name}</bdi>
        <small>{factsOf(link)}</small>
      </span>
      <Badge kind={looks[state]}>{linkStateLabels[state]}</Badge>
      {state === 'open' && (
        <Button
          look="ghost"
          size="sm"
          iconOnly
          aria-label={`ביטול הקישור: ${name}, ${formatDate(link.created_at)}`}
          title="ביטול הקישור"
          icon={<Icon of={X} />}
          busy={change.isPending}
          onClick={() => void revoke()}
        />
      )}
    </li>
  )
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
