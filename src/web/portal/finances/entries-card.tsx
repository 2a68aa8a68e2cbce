// The entries of the month: typed ones and imported ones, each deletable, with undo.
import { Lock, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '#client/refusal.ts'
import { useDeleteItem, useSaveItem } from '#features/budget/budget.data.ts'
import { type Budget, type ItemOf, itemsOf, refusals } from '#features/budget/budget.ts'
import { count } from '#lib/hebrew/count.ts'
import { formatMoney } from '#lib/money.ts'
import { formatDate } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { useRowFocus } from '#ui/rows/row-focus.ts'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import { PortalCard } from '../portal-card.tsx'

const shownAtFirst = 10
const step = 50

export function EntriesCard({ budget }: { budget: Budget }) {
  const [shown, setShown] = useState(shownAtFirst)
  const entries = itemsOf(budget.items, 'entry').toSorted((a, b) => b.content.on.localeCompare(a.content.on))
  if (entries.length === 0) return null
  return (
    <PortalCard
      id="money-entries"
      title="התנועות של החודש"
      aside={count(entries.length, { one: 'תנועה אחת', two: 'שתי תנועות', other: '# תנועות' })}
    >
      <ul className="money-list">
        {entries.slice(0, shown).map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {entries.length > shown && (
        <Button onClick={() => setShown(shown + step)}>{`עוד ${Math.min(step, entries.length - shown)} תנועות`}</Button>
      )}
    </PortalCard>
  )
}

function EntryRow({ entry }: { entry: ItemOf<'entry'> }) {
  const { id, version, isPrivate, month, content } = entry
  const rowFocusProps = useRowFocus<HTMLLIElement>({ rows: '.money-entry', within: '.portal-page' })
  const remove = useDeleteItem()
  const save = useSaveItem()
  const name = content.description || content.category
  const explain = (error: unknown) => refusalText(error, refusals)
  async function onDelete() {
    try {
      await remove.mutateAsync({ id, version })
    } catch (error) {
      return void toast.error(explain(error))
    }
    offerUndo({
      title: `נמחקה התנועה ${name}`,
      undone: `${name} חזרה לרשימה`,
      undo: async () => {
        await save.mutateAsync({ id, version: 0, isPrivate, item: { kind: 'entry', month, content } })
      },
      explain,
    })
  }
  return (
    <li className="money-entry" {...rowFocusProps}>
      <span className="money-row__name">
        {isPrivate && (
          <>
            <Icon of={Lock} /> <span className="vh">פרטי, </span>
          </>
        )}
        <bdi>{name}</bdi>
      </span>
      <span className="money-row__sum">{formatMoney(content.amount)}</span>
      <span className="money-row__rest">{`${formatDate(content.on)}, ${content.category}`}</span>
      <Button
        iconOnly
        look="ghost"
        aria-label={`מחיקת התנועה ${name}, ${formatMoney(content.amount)}`}
        busy={remove.isPending}
        icon={<Icon of={Trash2} />}
        onClick={() => void onDelete()}
      />
    </li>
  )
}
