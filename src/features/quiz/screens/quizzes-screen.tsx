// List of quizzes: status, starts, results, and results with details.
import '#platform/screens/link-rows.css'
import { ExternalLink, Gauge } from 'lucide-react'
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import type { Quiz } from '../quiz-edit.ts'
import { type QuizFigures, useQuizFigures, useQuizzes } from '../staff.data.ts'
import { statusLabels, statusLooks } from '../quiz-labels.ts'

export function Component() {
  useScreenTitle('שאלונים')
  const { data: quizzes, error, isPending, refetch } = useQuizzes()
  const { data: figures } = useQuizFigures()
  return (
    <div className="view">
      <div className="view__head">
        <h1>שאלונים</h1>
      </div>
      {isPending && <Loading page size="lg" />}
      {!quizzes && error && <FailedToLoad insteadOf={quizzes} error={error} onRetry={() => void refetch()} />}
      {quizzes?.length === 0 && <EmptyState text="אין שאלונים בהתקנה הזאת." />}
      {quizzes && quizzes.length > 0 && (
        <ol className="rows">
          {quizzes.map((quiz) => (
            <Row key={quiz.id} quiz={quiz} figures={figures?.get(quiz.id)} />
          ))}
        </ol>
      )}
    </div>
  )
}

function Row({ quiz: { title, slug, status }, figures }: { quiz: Quiz; figures: QuizFigures | undefined }) {
  const now = useNow()
  const counts = figures && [
    ['צפיות', figures.views],
    ['התחילו', figures.starts],
    ['קיבלו תוצאה', figures.results],
    ['השאירו פרטים', figures.with_details],
  ]
  return (
    <li className={status === 'published' ? 'row' : 'row row--off'}>
      <span className="row__icon">
        <Icon of={Gauge} />
      </span>
      <div className="row__words">
        <b>
          <Link to={`/crm/quizzes/${slug}`}>{title}</Link>
        </b>
        <small>
          <Badge kind={statusLooks[status]}>{statusLabels[status]}</Badge>
          {counts?.map(([label, value]) => (
            <span key={label}>
              {label}: {value!.toLocaleString('he-IL')}
            </span>
          ))}
          {figures?.last_at && <span>תוצאה אחרונה: {relativeTime(figures.last_at, now)}</span>}
        </small>
      </div>
      <div className="row__acts">
        <ButtonLink
          look="ghost"
          iconOnly
          href={`/${slug}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`צפייה באתר: ${title}`}
          icon={<Icon of={ExternalLink} />}
        />
      </div>
    </li>
  )
}
