import { Lock } from 'lucide-react'
import type { BudgetItem } from '#features/budget/budget.ts'
import { Icon } from '#ui/pictures/icon.tsx'

type Props = {
  item: BudgetItem
  name: string
  sum: string
  /** The percentage of the bar below the name. */
  percent?: number
  more?: string
  onPress: () => void
}

/** A row that opens its item, with a mark on private items. */
export const ItemRow = ({ item, name, sum, percent, more, onPress }: Props) => (
  <li>
    <button type="button" className="money-row" onClick={onPress}>
      <span className="money-row__name">
        {item.isPrivate && (
          <>
            <Icon of={Lock} /> <span className="vh">פרטי, </span>
          </>
        )}
        {name}
      </span>
      <span className="money-row__sum">{sum}</span>
      {/* The sum is the same number as text. */}
      {percent !== undefined && <progress className="money-row__bar" max={100} value={percent} aria-hidden="true" />}
      {more && <span className="money-row__rest">{more}</span>}
    </button>
  </li>
)
