import { useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { filterEntries } from '#features/contact-list/contact-list.ts'
import { Block } from '#ui/block.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { staffRefusals } from '../webinar-edit.ts'
import { listName, segmentLabels } from './segment-labels.ts'
import { type ReportOf, useFollowUp, type WebinarReport } from './webinar-report.data.ts'

type Props = { of: ReportOf; title: string; day: string | undefined; segments: WebinarReport['segments'] }

/** Creates a follow-up list with one click: a tag on the contacts of a segment, and a saved view, which campaigns use as audience. */
export function FollowUp({ of, title, day, segments }: Props) {
  const follow = useFollowUp()
  const navigate = useNavigate()
  const list = (segment: string) =>
    follow.mutate(
      { ...of, segment, name: listName(segment, day, title) },
      {
        onSuccess({ tag, contacts, added }) {
          toast.success(`הרשימה מוכנה: ${contacts} אנשי קשר, מהם ${added} חדשים`)
          const filter = new URLSearchParams(filterEntries([[{ field: 'tag', op: 'is', values: [tag] }]]))
          void navigate(`/crm/contacts?${filter.toString()}`)
        },
        onError: (error) => void toast.error(refusalText(error, staffRefusals)),
      },
    )
  return (
    <Block title="רשימות למעקב">
      <ul className="segments">
        {segments.map(({ segment, contacts }) => (
          <li key={segment}>
            <span>
              {segmentLabels[segment] ?? segment}: <b>{contacts.toLocaleString('he-IL')}</b>
            </span>
            <Button
              size="sm"
              disabled={contacts === 0}
              busy={follow.isPending && follow.variables.segment === segment}
              aria-label={`יצירת רשימה: ${segmentLabels[segment] ?? segment}`}
              onClick={() => list(segment)}
            >
              יצירת רשימה
            </Button>
          </li>
        ))}
      </ul>
    </Block>
  )
}
