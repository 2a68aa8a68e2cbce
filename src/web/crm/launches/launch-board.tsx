import { useNow } from '#client/now.ts'
import { useLaunchBoard } from '#features/launches/launches.data.ts'
import type { Launch } from '#features/launches/launches.ts'
import { formatMoney } from '#lib/money.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { Figure, Figures } from '#ui/figures.tsx'
import { Block } from '#ui/block.tsx'

/** The current day of an open cart, updated every minute. */
export function LaunchBoard({ launch }: { launch: Launch }) {
  const { data: board } = useLaunchBoard(launch.id)
  const now = useNow()
  if (!board) return null
  const n = (value: number) => value.toLocaleString('he-IL')
  return (
    <Block title="היום בהרשמה">
      <Figures>
        <Figure name="רכשו היום">{n(board.buyers_today)}</Figure>
        <Figure name="הכנסות היום">{formatMoney(board.revenue_today_agorot)}</Figure>
        <Figure name="נכנסו היום">{n(board.seen_today)}</Figure>
        <Figure name="בעמוד התשלום עכשיו">{n(board.begun)}</Figure>
        {board.seats_left !== null && <Figure name="מקומות שנותרו">{n(Math.max(0, board.seats_left))}</Figure>}
        {board.closes_at !== null && <Figure name="סגירת ההרשמה">{relativeTime(board.closes_at, now)}</Figure>}
      </Figures>
    </Block>
  )
}
