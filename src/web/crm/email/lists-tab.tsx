// Mailing lists with subscriber counts, unsubscribe reasons, suppression list.
import { Archive, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import {
  type SavedList,
  useMailingLists,
  useSubscriberCounts,
  useRecentReasons,
  useSaveList,
} from '#features/newsletter/newsletter.data.ts'
import { listRefusals, unsubscribeReasons } from '#features/newsletter/newsletter.ts'
import { count } from '#lib/hebrew/count.ts'
import { Badge, Count } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Table } from '#ui/lists/table.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { ListDialog } from '#features/newsletter/list-dialog.tsx'
import { SuppressionList } from './suppression-list.tsx'

export function Component() {
  useScreenTitle('רשימות וקוראים')
  const { data: lists, error, isPending, refetch } = useMailingLists()
  const { data: counts } = useSubscriberCounts()
  const [edited, setEdited] = useState<{ list?: SavedList }>()
  if (isPending) return <Loading page size="lg" />
  if (!lists) return <FailedToLoad insteadOf={lists} error={error} onRetry={() => void refetch()} />
  return (
    <>
      <section className="email-part" aria-labelledby="lists">
        <div className="email-part__head">
          <h2 id="lists">רשימות תפוצה</h2>
          <Button icon={<Icon of={Plus} />} onClick={() => setEdited({})}>
            רשימה
          </Button>
        </div>
        <Lists lists={lists} readers={counts?.subscribers} onEdit={(list) => setEdited({ list })} />
        {counts && counts.waiting > 0 && (
          <p className="email-note">
            {count(counts.waiting, {
              one: 'כתובת אחת נרשמה ועוד לא אישרה את ההרשמה.',
              two: 'שתי כתובות נרשמו ועוד לא אישרו את ההרשמה.',
              other: '# כתובות נרשמו ועוד לא אישרו את ההרשמה.',
            })}{' '}
            אחרי יומיים נשלחת תזכורת אחת, ובלי אישור הבקשה נמחקת.
          </p>
        )}
      </section>
      <Reasons />
      <SuppressionList />
      <ListDialog open={edited !== undefined} list={edited?.list} onClose={() => setEdited(undefined)} />
    </>
  )
}

type ListsProps = {
  lists: readonly SavedList[]
  readers: ReadonlyMap<string, number> | undefined
  onEdit: (list: SavedList) => void
}

function Lists({ lists, readers, onEdit }: ListsProps) {
  const archive = useArchive()
  return (
    <Table label="רשימות התפוצה">
      <thead>
        <tr>
          <th scope="col">רשימה</th>
          <th scope="col">קוראים</th>
          <th scope="col" className="table__wide">
            לקוראים
          </th>
          <th scope="col">
            <span className="vh">פעולות</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lists.map((list) => (
          <tr key={list.id}>
            <td className="email-title">
              {list.name}
              {list.description && <small>{list.description}</small>}
            </td>
            <td>{readers ? (readers.get(list.id) ?? 0).toLocaleString('he-IL') : '…'}</td>
            <td className="table__wide">
              {list.is_public ? <Badge kind="success">אפשר לבחור בה</Badge> : <Badge kind="outline">פנימית</Badge>}
            </td>
            <td className="email-acts">
              <Button
                look="ghost"
                size="sm"
                iconOnly
                aria-label={`עריכת הרשימה ${list.name}`}
                icon={<Icon of={Pencil} />}
                onClick={() => onEdit(list)}
              />
              {lists.length > 1 && (
                <Button
                  look="ghost"
                  size="sm"
                  iconOnly
                  aria-label={`העברת הרשימה ${list.name} לארכיון`}
                  icon={<Icon of={Archive} />}
                  onClick={() => archive(list)}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Archives a list with its subscribers and offers undo. */
function useArchive() {
  const saving = useSaveList()
  const failed = (error: unknown) => void toast.error(refusalText(error, listRefusals))
  return (list: SavedList) =>
    saving.mutate(
      { seen: list, edit: { archived_at: new Date().toISOString() } },
      {
        onSuccess: () =>
          toast.success(`הרשימה ${list.name} בארכיון. הקוראים שלה נשמרו`, {
            action: {
              text: 'החזרה',
              run: () =>
                saving.mutate(
                  { seen: { ...list, version: list.version + 1 }, edit: { archived_at: null } },
                  { onError: failed },
                ),
            },
          }),
        onError: failed,
      },
    )
}

/** Unsubscribe reasons, anonymous. */
function Reasons() {
  const { data: reasons = [] } = useRecentReasons()
  if (reasons.length === 0) return null
  const counted = Map.groupBy(reasons, ({ reason }) => reason)
  return (
    <section className="email-part" aria-labelledby="reasons">
      <div className="email-part__head">
        <h2 id="reasons">למה עוזבים</h2>
      </div>
      <p className="email-reasons">
        {[...counted].map(([reason, all]) => (
          <span key={reason}>
            {unsubscribeReasons[reason]} <Count>{all.length}</Count>
          </span>
        ))}
      </p>
    </section>
  )
}
