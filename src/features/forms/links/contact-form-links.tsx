// The forms that were sent to a contact by personal links: what became of each, and its end.
import './contact-form-links.css'
import { X } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Block } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import type { LinkState } from '../form-texts.ts'
import { useFormLinks, useSetLinkRevoked } from './form-links.data.ts'
import { linkRefusals, linkStateLabels } from './form-links.ts'

type Link = NonNullable<ReturnType<typeof useFormLinks>['data']>[number]

const looks: Record<LinkState, 'success' | 'info' | 'outline'> = {
  open: 'info',
  used: 'success',
  expired: 'outline',
  revoked: 'outline',
}
const shownAtFirst = 3

/** Renders nothing before the first link. */
export function ContactFormLinks({ contactId }: { contactId: string }) {
  const { data: links = [] } = useFormLinks(contactId)
  const [isWhole, setWhole] = useState(false)
  if (links.length === 0) return null
  return (
    <Block title="טפסים שנשלחו">
      <ul className="form-links">
        {links.slice(0, isWhole ? undefined : shownAtFirst).map((link) => (
          <LinkRow key={link.id} link={link} />
        ))}
      </ul>
      {links.length > shownAtFirst && !isWhole && (
        <div className="block__actions">
          <Button look="ghost" size="sm" onClick={() => setWhole(true)}>
            הצגת כל הטפסים
          </Button>
        </div>
      )}
    </Block>
  )
}

function LinkRow({ link }: { link: Link }) {
  const { id, form_title: title, state } = link
  const change = useSetLinkRevoked()
  const explain = (error: unknown) => refusalText(error, linkRefusals)
  const revoke = () =>
    change.mutateAsync({ id, isRevoked: true }).then(
      () =>
        offerUndo({
          title: `הקישור לטופס ״${title}״ בוטל`,
          undone: `הקישור לטופס ״${title}״ פתוח שוב`,
          undo: () => change.mutateAsync({ id, isRevoked: false }),
          explain,
        }),
      (error: unknown) => void toast.error(explain(error)),
    )
  return (
    <li>
      <span className="form-links__what">
        <b>
          <bdi>{title}</bdi>
        </b>
        <small>{factsOf(link)}</small>
      </span>
      <Badge kind={looks[state]}>{linkStateLabels[state]}</Badge>
      {state === 'open' && (
        <Button
          look="ghost"
          size="sm"
          iconOnly
          aria-label={`ביטול הקישור לטופס ${title}`}
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
    `נשלח ב־${formatDate(created_at)}`,
    used_at && `מולא ב־${formatDate(used_at)}`,
    state === 'revoked' && revoked_at && `בוטל ב־${formatDate(revoked_at)}`,
    state === 'open' && expires_at && `בתוקף עד ${formatDate(expires_at)}`,
    state === 'expired' && expires_at && `פג ב־${formatDate(expires_at)}`,
  ]
  return facts.filter(Boolean).join(', ')
}
