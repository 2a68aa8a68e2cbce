// Statistics of a quiz: scores, stages, and drop-off by question.
import { useSearchParams } from 'react-router'
import { useNow } from '#client/now.ts'
import { dayOf } from '#lib/time/dates.ts'
import { durationText, Figure, ShareBar } from '#platform/screens/figures.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { BarChart } from '#ui/charts/bar-chart.tsx'
import { LinkTabs } from '#ui/lists/link-tabs.tsx'
import { Table } from '#ui/lists/table.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { maxScore, type QuizDefinition } from '../definition/quiz-definition.ts'
import type { ScoreCount } from '../scoring/cutoff-preview.ts'
import { questionSteps } from '../scoring/question-steps.ts'
import { type Period, useQuizProgress, useQuizScores, allTimeStart } from '../staff.data.ts'
import { withoutStage } from '../quiz-labels.ts'
import type { QuizTabProps } from '../quiz-tab-props.ts'

const periods = { '30': '30 ימים', '90': '90 ימים', '365': 'שנה', all: 'הכול' } as const
const dayMs = 86_400_000
const number = new Intl.NumberFormat('he-IL')
const percent = new Intl.NumberFormat('he-IL', { style: 'percent' })

export function FiguresTab({ quiz, version: { definition } }: QuizTabProps) {
  const daysParam = useSearchParams()[0].get('days') ?? '90'
  const now = useNow()
  const days = Object.hasOwn(periods, daysParam) ? daysParam : '90'
  const from = days === 'all' ? allTimeStart : dayOf(new Date(now.getTime() - (Number(days) - 1) * dayMs))
  return (
    <div className="result-figures">
      <LinkTabs
        label="תקופה"
        tabs={Object.entries(periods).map(([key, text]) => ({
          to: `?tab=figures&days=${key}`,
          text,
          isOpen: key === days,
        }))}
        replace
      />
      <Figures quizId={quiz.id} definition={definition} period={{ from, to: dayOf(now) }} />
    </div>
  )
}

type Props = { quizId: string; definition: QuizDefinition; period: Period }

function Figures({ quizId, definition, period }: Props) {
  const { data: progress, error, refetch } = useQuizProgress(quizId, period)
  const { data: scores } = useQuizScores(quizId, period)
  if (error && !progress) return <FailedToLoad insteadOf={progress} error={error} onRetry={() => void refetch()} />
  if (!progress || !scores) return <Loading />
  const { starts, results, with_details: withDetails, median_seconds: median, stopped } = progress
  if (starts === 0 && scores.length === 0) return <EmptyState text="בתקופה הזאת עוד לא מילאו את השאלון." />
  return (
    <>
      <dl className="result-figures__list">
        <Figure label="התחילו" value={number.format(starts)} />
        <Figure label="קיבלו תוצאה" value={number.format(results)} />
        <Figure label="השאירו פרטים" value={number.format(withDetails)} />
        <Figure label="זמן מילוי, חציון" value={median === null ? '—' : durationText(median)} />
      </dl>
      <Stages definition={definition} scores={scores} />
      <section className="result-figures__part" aria-label="איפה עוצרים">
        <h2>איפה עוצרים</h2>
        <Table label="טבלה: איפה עוצרים">
          <thead>
            <tr>
              <th scope="col">שאלה</th>
              <th scope="col">הגיעו</th>
              <th scope="col">עצרו כאן</th>
            </tr>
          </thead>
          <tbody>
            {questionSteps(definition, results, stopped).map(({ key, label, reached, stopped: here }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>
                  <ShareBar share={reached / starts} /> {number.format(reached)}
                </td>
                <td>{here > 0 ? `${number.format(here)} (${percent.format(here / reached)})` : '—'}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
    </>
  )
}

const sum = (counts: readonly ScoreCount[]) => counts.reduce((total, { many }) => total + many, 0)

function Stages({ definition, scores }: { definition: QuizDefinition; scores: readonly ScoreCount[] }) {
  const total = sum(scores)
  if (total === 0) return null
  const stages = [...definition.stages.map(({ id, name }) => ({ id, name })), { id: null, name: withoutStage }]
  return (
    <>
      <section className="result-figures__part" aria-label="שלבים">
        <h2>שלבים</h2>
        <Table label="טבלה: שלבים">
          <thead className="vh">
            <tr>
              <th scope="col">שלב</th>
              <th scope="col">תוצאות</th>
            </tr>
          </thead>
          <tbody>
            {stages.map(({ id, name }) => {
              const many = sum(scores.filter(({ stage }) => stage === id))
              return (
                <tr key={id}>
                  <th scope="row">{name}</th>
                  <td>
                    <ShareBar share={many / total} /> {number.format(many)} ({percent.format(many / total)})
                  </td>
                </tr>
              )
            })}
          </tbody>
        </Table>
      </section>
      <BarChart
        title="ציונים, מ־0 עד 40"
        bars={Array.from({ length: maxScore + 1 }, (_, score) => ({
          key: String(score),
          label: String(score),
          value: sum(scores.filter((one) => one.score === score)),
        }))}
        columns={['ציון', 'תוצאות']}
        format={(value) => number.format(value)}
      />
    </>
  )
}
