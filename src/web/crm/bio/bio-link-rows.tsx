import { Pencil, Star, Trash2 } from 'lucide-react'
import { refusalText } from '#client/refusal.ts'
import { bioIcons } from '#features/bio/bio-icons.ts'
import { type StoredLink, useDeleteBioLink, useOrderBioLinks, useSaveBioLink } from '#features/bio/bio.data.ts'
import { refusals } from '#features/bio/bio.ts'
import { formatDate } from '#lib/time/dates.ts'
import { count } from '#lib/hebrew/count.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Switch } from '#ui/forms/switch.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { optimisticValue } from '#platform/editing/optimistic-switch.ts'
import { moveByOne, OrderButtons } from '#platform/editing/order-buttons.tsx'
import { type LinkIssue, useLinkIssues } from '../use-link-issues.ts'

const showError = (error: unknown) => void toast.error(refusalText(error, refusals))

const issues: Record<LinkIssue, string> = {
  left_out: 'לא מוצג: אין עדיין עמוד בכתובת הזאת',
  broken: 'אין עכשיו עמוד מפורסם בכתובת הזאת',
}

export function BioLinkRows({
  links,
  now,
  onEdit,
}: {
  links: readonly StoredLink[]
  now: Date
  onEdit: (link: StoredLink) => void
}) {
  const save = useSaveBioLink()
  const order = useOrderBioLinks()
  const remove = useRemove()
  const issueOf = useLinkIssues(links.map(({ url }) => url))
  const ids = links.map(({ id }) => id)
  return (
    <ol className="rows">
      {links.map((link, i) => {
        const { id, title, url, icon, is_enabled: isOn, is_featured: isFeatured, is_demo: isDemo, clicks } = link
        const issue = issueOf(url)
        const clicked = clicks.reduce((all, one) => all + one.clicks, 0)
        return (
          <li key={id} className={isOn ? 'row' : 'row row--off'}>
            <span className="row__icon">
              <Icon of={bioIcons[icon].picture} />
            </span>
            <div className="row__words">
              <b>{title}</b>
              <small>
                <Ltr>{url}</Ltr>
                {isFeatured && (
                  <Badge kind="accent">
                    <Icon of={Star} /> מודגש
                  </Badge>
                )}
                <VisibilityBadge link={link} now={now} />
                {issue && <Badge kind="warning">{issues[issue]}</Badge>}
                {isDemo && <Badge kind="info">דוגמה</Badge>}
                <span>
                  {count(clicked, { zero: 'עוד לא לחצו', one: 'לחיצה אחת', two: 'שתי לחיצות', other: '# לחיצות' })}
                </span>
              </small>
            </div>
            <div className="row__acts">
              <Switch
                label="מוצג"
                checked={optimisticValue(save, link, 'is_enabled')}
                onChange={(event) => save.mutate({ id, is_enabled: event.target.checked }, { onError: showError })}
              />
              <OrderButtons
                name={title}
                isFirst={i === 0}
                isLast={i === links.length - 1}
                onMove={(by) => order.mutate(moveByOne(ids, id, by), { onError: showError })}
              />
              <Button
                look="ghost"
                size="sm"
                iconOnly
                aria-label={`עריכה: ${title}`}
                icon={<Icon of={Pencil} />}
                onClick={() => onEdit(link)}
              />
              <Button
                look="ghost"
                size="sm"
                iconOnly
                aria-label={`מחיקה: ${title}`}
                icon={<Icon of={Trash2} />}
                onClick={() => void remove(link)}
              />
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** The scheduled visibility of a link. */
function VisibilityBadge({ link: { starts_at: from, ends_at: to }, now }: { link: StoredLink; now: Date }) {
  if (to && Date.parse(to) <= now.getTime()) return <Badge>הסתיים</Badge>
  if (from && Date.parse(from) > now.getTime()) return <Badge kind="info">מ־{formatDate(from)}</Badge>
  if (to) return <Badge kind="info">עד {formatDate(new Date(Date.parse(to) - 1))}</Badge>
  return null
}

/** Deletes immediately and offers undo. */
function useRemove() {
  const removing = useDeleteBioLink()
  const saving = useSaveBioLink()
  return async ({ id, clicks: _clicks, version: _version, is_demo: _isDemo, ...link }: StoredLink) => {
    try {
      // Awaited instead of mutation callbacks: those are dropped when the list unmounts with its last row.
      await removing.mutateAsync(id)
      toast.success('הקישור נמחק', {
        action: { text: 'החזרה', run: () => void saving.mutateAsync(link).catch(showError) },
      })
    } catch (error) {
      showError(error)
    }
  }
}
