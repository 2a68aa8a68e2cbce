import type { MergeRecord } from '#features/merges/merges.data.ts'
import { otherRows, tableLabels } from '#features/merges/merges.ts'
import { count } from '#lib/hebrew/count.ts'

type Props = { rows: Record<string, number> | undefined; winner: MergeRecord; loser: MergeRecord }

/** Preview of a merge. */
export function MergeEffects({ rows, winner, loser }: Props) {
  const known = Object.entries(rows ?? {}).filter(([table]) => tableLabels[table])
  const others = Object.entries(rows ?? {}).filter(([table]) => !tableLabels[table])
  const rest = others.reduce((sum, [, n]) => sum + n, 0)
  const parts = [
    ...known.map(([table, n]) => count(n, tableLabels[table]!)),
    ...(rest > 0 ? [count(rest, otherRows)] : []),
  ]
  return (
    <ul className="dup__moved">
      {parts.length > 0 && (
        <li>
          יעברו אל <bdi>{winner.full_name}</bdi>: {parts.join(', ')}.
        </li>
      )}
      <li>כל מספרי הטלפון וכתובות הדוא״ל נשמרים.</li>
      {(winner.do_not_contact || loser.do_not_contact) && <li>הסימון ״אין ליצור קשר שיווקי״ נשאר.</li>}
      {winner.client_user_id && loser.client_user_id && (
        <li>לשתי הרשומות יש כניסה לאזור האישי. רק הכניסה שנבחרה תמשיך לפתוח אותו.</li>
      )}
      <li>אפשר להפריד את הרשומות בחזרה בכל זמן.</li>
    </ul>
  )
}
