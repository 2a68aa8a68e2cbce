// A result for staff: stage, dimensions, talking points, and the answers if the caller may read them.
import './quiz-staff.css'
import { useId } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { formatLongDate } from '#lib/time/dates.ts'
import { ShareBar } from '#platform/screens/figures.tsx'
import { AnswerReads } from '#platform/sealing/reads/answer-reads.tsx'
import { Button } from '#ui/button.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { offerUndo } from '#ui/undo/undo.ts'
import type { QuizDefinition } from '../definition/quiz-definition.ts'
import { type QuizAnswersRead, staffRefusals } from '../quiz-edit.ts'
import { levelLabels, levelOf, type QuizResult } from '../scoring/quiz-result.ts'
import { talkingPoints } from '../scoring/talking-points.ts'
import { type ShownResult, useQuizAnswers, useQuizVersion, useSetQuizLinksRevoked } from '../staff.data.ts'
import { scoreText, withoutStage } from '../quiz-labels.ts'

type Props = { row: ShownResult; /** Set where the contact is not on the screen. */ withContact?: boolean }

export function ResultDetail({ row, withContact = false }: Props) {
  const { result, rules } = row
  const { data: version } = useQuizVersion(row.quiz_id, row.quiz_version)
  const definition = version?.number === row.quiz_version ? version.definition : undefined
  const { data: read, error, dataUpdatedAt } = useQuizAnswers(row.id)
  return (
    <div className="quiz-detail">
      <div className="quiz-detail__head">
        {withContact && (
          <h2>
            {row.contact_id && row.contact ? (
              <Link to={`/crm/contacts/${row.contact_id}`}>
                <bdi>{row.contact.full_name}</bdi>
              </Link>
            ) : (
              'בלי פרטים'
            )}
          </h2>
        )}
        <p className="quiz-detail__stage">{result.stage?.title ?? withoutStage}</p>
        <p>{`${scoreText(row.score)}, ${formatLongDate(row.completed_at)}`}</p>
        {row.opportunity_id && <Link to={`/crm/opportunities/${row.opportunity_id}`}>להזדמנות</Link>}
      </div>
      <Dimensions result={result} />
      {error && <p role="alert">{refusalText(error, staffRefusals)}</p>}
      {!error && (!definition || !read) && <Loading />}
      {definition && read && (
        <>
          <Points points={talkingPoints({ definition, result, rules, answers: read.answers })} />
          <Answers definition={definition} {...read} />
          {read.answers && <LinksEnd id={row.id} />}
          <AnswerReads entity="quiz_attempts" id={row.id} readAt={dataUpdatedAt} />
        </>
      )}
    </div>
  )
}

/** Revokes or restores the links. Mailed and shared links open the result without a password. */
function LinksEnd({ id }: { id: string }) {
  const { mutateAsync: set, isPending } = useSetQuizLinksRevoked()
  const explain = (error: unknown) => refusalText(error, staffRefusals)
  async function end() {
    try {
      await set({ id, isRevoked: true })
      offerUndo({
        title: 'הקישורים לתוצאה בוטלו',
        undone: 'הקישורים לתוצאה פתוחים שוב',
        undo: () => set({ id, isRevoked: false }),
        explain,
      })
    } catch (error) {
      toast.error(explain(error))
    }
  }
  return (
    <p>
      <Button size="sm" busy={isPending} onClick={() => void end()}>
        ביטול הקישורים לתוצאה
      </Button>
    </p>
  )
}

function Dimensions({ result: { dimensions } }: { result: QuizResult }) {
  return (
    <ul className="quiz-detail__bars">
      {dimensions.map(({ key, label, percent }) => (
        <li key={key}>
          <span>{label}</span>
          <b>{percent === null ? 'לא נענה' : `${percent} · ${levelLabels[levelOf(percent)]}`}</b>
          {percent !== null && <ShareBar share={percent / 100} />}
        </li>
      ))}
    </ul>
  )
}

function Points({ points }: { points: ReturnType<typeof talkingPoints> }) {
  const id = useId()
  if (points.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>על מה כדאי לדבר</h3>
      <dl className="quiz-detail__points">
        {points.map(({ key, title, text }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Answers({ definition, answers, isLost }: { definition: QuizDefinition } & QuizAnswersRead) {
  if (!answers)
    return (
      <p className="quiz-detail__note">
        {isLost
          ? 'התשובות נשמרו מוצפנות, והמפתח שלהן כבר לא בהתקנה הזאת.'
          : 'התשובות עצמן פתוחות לניהול, ולמי שמלווים את איש הקשר.'}
      </p>
    )
  return (
    <details className="quiz-detail__answers">
      <summary>כל התשובות</summary>
      <dl className="quiz-detail__points">
        {definition.questions.map(({ key, text, options }) => (
          <div key={key}>
            <dt>{text}</dt>
            <dd>{options.find(({ value }) => value === answers[key])?.text ?? 'לא רצו לענות'}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
