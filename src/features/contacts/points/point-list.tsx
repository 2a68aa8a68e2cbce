import './points.css'
import { Ellipsis, House, Pencil, Plus, Star, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import type { Point, ShownContact } from '../contacts.data.ts'
import { refusals } from '../contacts.ts'
import { PointDialog } from './point-dialog.tsx'
import { usePoints } from './points.data.ts'

type Props = {
  contact: Pick<ShownContact, 'id' | 'points' | 'household'>
  /** Whether the user may delete contact points. */
  mayRemove: boolean
  /** Additional state of a contact point, such as its consent. */
  signsOf?: (point: Point) => ReactNode
}

/** Contact points with their state, primary ones first. */
export function PointList({ contact, mayRemove, signsOf }: Props) {
  const [open, setOpen] = useState<Point | 'new' | undefined>()
  const sorted = contact.points.toSorted(
    (a, b) => b.kind.localeCompare(a.kind) || Number(b.is_primary) - Number(a.is_primary),
  )
  return (
    <div className="points">
      <ul>
        {sorted.map((point) => (
          <li key={point.id} className="point">
            <a
              className="point__value"
              href={point.kind === 'phone' ? `tel:${point.value_norm}` : `mailto:${point.value_norm}`}
            >
              <Ltr>{point.kind === 'phone' ? formatPhone(point.value_norm) : point.value_norm}</Ltr>
            </a>
            <PointMenu contact={contact} point={point} mayRemove={mayRemove} onCorrect={() => setOpen(point)} />
            <span className="point__signs">
              {point.is_primary && sorted.filter(({ kind }) => kind === point.kind).length > 1 && <Badge>ראשי</Badge>}
              {point.shared_in_household && <Badge>משותף לבית</Badge>}
              {point.verified_at && <Badge kind="success">מאומת</Badge>}
              {point.bounced_at && <Badge kind="danger">הודעות חוזרות</Badge>}
              {point.complained_at && <Badge kind="danger">סומן כספאם</Badge>}
              {signsOf?.(point)}
            </span>
          </li>
        ))}
      </ul>
      <Button look="ghost" size="sm" icon={<Icon of={Plus} />} onClick={() => setOpen('new')}>
        טלפון או דוא״ל
      </Button>
      <PointDialog contact={contact} open={open} onClose={() => setOpen(undefined)} />
    </div>
  )
}

type MenuProps = Pick<Props, 'contact' | 'mayRemove'> & { point: Point; onCorrect: () => void }

function PointMenu({ contact, point, mayRemove, onCorrect }: MenuProps) {
  const { add, change, makeMain, remove } = usePoints(contact.id)
  const sameKind = contact.points.filter(({ kind }) => kind === point.kind)
  const before = sameKind.find(({ is_primary: isMain }) => isMain)
  // Exports and messages read the primary contact point, so deleting it makes another one primary.
  const heir = point.is_primary ? sameKind.find((one) => one.id !== point.id) : undefined
  const explain = (error: unknown) => refusalText(error, refusals)

  async function act(title: string, work: () => Promise<unknown>, undo: () => Promise<void>) {
    try {
      await work()
      offerUndo({ title, undo, explain })
    } catch (error) {
      toast.error(explain(error))
    }
  }

  const share = (shared_in_household: boolean) => change.mutateAsync({ id: point.id, shared_in_household })
  const { id, kind, value_raw, value_norm, is_primary, shared_in_household } = point
  const again = { id, contact_id: contact.id, kind, value_raw, value_norm, is_primary: is_primary && !heir, shared_in_household } // prettier-ignore
  return (
    <Menu
      align="end"
      trigger={
        <Button look="ghost" size="sm" iconOnly aria-label={`פעולות: ${value_norm}`} icon={<Icon of={Ellipsis} />} />
      }
    >
      <MenuItem icon={Pencil} onSelect={onCorrect}>
        תיקון
      </MenuItem>
      {!is_primary && (
        <MenuItem
          icon={Star}
          onSelect={() =>
            void act(
              'זה עכשיו הפרט הראשי',
              () => makeMain.mutateAsync(id),
              async () => before && makeMain.mutateAsync(before.id),
            )
          }
        >
          הפיכה לראשי
        </MenuItem>
      )}
      {contact.household && (
        <MenuItem
          icon={House}
          onSelect={() =>
            void act(
              shared_in_household ? 'הפרט כבר לא משותף' : 'הפרט משותף לבית',
              () => share(!shared_in_household),
              () => share(shared_in_household),
            )
          }
        >
          {shared_in_household ? 'לא משותף לבית' : 'משותף לבית'}
        </MenuItem>
      )}
      {mayRemove && (
        <MenuItem
          icon={Trash2}
          danger
          onSelect={() =>
            void act(
              'הפרט נמחק',
              async () => {
                if (heir) await makeMain.mutateAsync(heir.id)
                await remove.mutateAsync(id)
              },
              async () => {
                await add.mutateAsync(again)
                if (heir) await makeMain.mutateAsync(id)
              },
            )
          }
        >
          מחיקה
        </MenuItem>
      )}
    </Menu>
  )
}
