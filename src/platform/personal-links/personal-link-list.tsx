// List of personal links with their state and expiry.
import './personal-links.css'
import { X } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import type { LinkState } from './link-states.ts'

/** `name`: what distinguishes the links of the list. `revokeLabel`: label of the button that revokes this link. */
export type ShownLink = { id: string; name: string; facts: string; state: LinkState; revokeLabel: string }

type Props = {
  links: readonly ShownLink[]
  stateLabels: Readonly<Record<LinkState, string>>
  /** Label of the button that shows all links. */
  all: string
  revoke: {
    set: (change: { id: string; isRevoked: boolean }) => Promise<void>
    done: (link: ShownLink) => { title: string; undone: string }
    refusals: Readonly<Record<string, string>>
  }
}

const looks: Record<LinkState, 'success' | 'info' | 'outline'> = {
  open: 'info',
  used: 'success',
  expired: 'outline',
  revoked: 'outline',
}
const shownAtFirst = 3

export function PersonalLinkList({ links, stateLabels, all, revoke }: Props) {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <ul className="personal-links">
        {links.slice(0, isWhole ? undefined : shownAtFirst).map((link) => (
          <LinkRow key={link.id} link={link} stateLabel={stateLabels[link.state]} revoke={revoke} />
        ))}
      </ul>
      {links.length > shownAtFirst && !isWhole && (
        <div className="block__actions">
          <Button look="ghost" size="sm" onClick={() => setWhole(true)}>
            {all}
          </Button>
        </div>
      )}
    </>
  )
}

type RowProps = Pick<Props, 'revoke'> & { link: ShownLink; stateLabel: string }

function LinkRow({ link, stateLabel, revoke: { set, done, refusals } }: RowProps) {
  const { id, name, facts, state, revokeLabel } = link
  const [isBusy, setBusy] = useState(false)
  const explain = (error: unknown) => refusalText(error, refusals)
  async function revoke() {
    setBusy(true)
    try {
      await set({ id, isRevoked: true })
      offerUndo({ ...done(link), undo: () => set({ id, isRevoked: false }), explain })
    } catch (error) {
      toast.error(explain(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <li>
      <span className="personal-links__what">
        <b>
          <bdi>{name}</bdi>
        </b>
        <small>{facts}</small>
      </span>
      <Badge kind={looks[state]}>{stateLabel}</Badge>
      {state === 'open' && (
        <Button
          look="ghost"
          size="sm"
          iconOnly
          aria-label={revokeLabel}
          title="ביטול הקישור"
          icon={<Icon of={X} />}
          busy={isBusy}
          onClick={() => void revoke()}
        />
      )}
    </li>
  )
}
