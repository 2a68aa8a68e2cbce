// Previews how the draft's stage cutoffs would change all existing results.
import { useNow } from '#client/now.ts'
import { count } from '#lib/hebrew/count.ts'
import { dayOf } from '#lib/time/dates.ts'
import { Table } from '#ui/lists/table.tsx'
import type { QuizDefinition } from '../definition/quiz-definition.ts'
import { areCutoffsOrdered, previewCutoffs } from '../scoring/cutoff-preview.ts'
import { withoutStage } from '../quiz-labels.ts'
import { useQuizScores, allTimeStart } from '../staff.data.ts'

const number = new Intl.NumberFormat('he-IL')

export function CutoffTable({ quizId, draft }: { quizId: string; draft: QuizDefinition }) {
  const { data: counts } = useQuizScores(quizId, { from: allTimeStart, to: dayOf(useNow()) })
  if (!counts) return null
  if (!areCutoffsOrdered(draft.stages))
    return <p className="quiz-editor__note">כשהגבולות יעלו משלב לשלב, יופיע כאן מה הם היו משנים.</p>
  const { stages, moved, total } = previewCutoffs(draft, counts)
  if (total === 0) return null
  const name = (id: number | null) => draft.stages.find((stage) => stage.id === id)?.name ?? withoutStage
  return (
    <>
      <output className="quiz-editor__note">
        {moved === 0
          ? `${count(total, { one: 'תוצאה אחת', two: 'שתי תוצאות', other: '# תוצאות' })} עד היום. הגבולות והכללים האלה לא היו מזיזים אף אחת.`
          : `${count(moved, { one: 'תוצאה אחת הייתה', two: 'שתי תוצאות היו', other: '# תוצאות היו' })} בשלב אחר, מתוך ${number.format(total)}. מה שכבר הוצג לא משתנה.`}
      </output>
      <Table label="מה הגבולות היו משנים">
        <thead>
          <tr>
            <th scope="col">שלב</th>
            <th scope="col">היום</th>
            <th scope="col">בנוסח הזה</th>
          </tr>
        </thead>
        <tbody>
          {stages.map(({ id, now, then }) => (
            <tr key={id}>
              <th scope="row">{name(id)}</th>
              <td>{number.format(now)}</td>
              <td>{then === now ? number.format(then) : <b>{number.format(then)}</b>}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  )
}
