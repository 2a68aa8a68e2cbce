// FAQ feedback: which answers help visitors.
import { PencilLine, RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { useAnswerRatings, useResetRatings } from '#features/faq-feedback/faq-feedback.data.ts'
import type { AnswerRating } from '#features/faq-feedback/faq-feedback.ts'
import { relativeTime } from '#lib/time/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Table } from '#ui/lists/table.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { pageEditorPath } from '#platform/pages/page-editor-path.ts'

export function Component() {
  useScreenTitle('משוב על השאלות')
  const { data: ratings, error, isPending, refetch } = useAnswerRatings()
  if (isPending) return <Loading page size="lg" />
  if (!ratings) return <FailedToLoad insteadOf={ratings} error={error} onRetry={() => void refetch()} />
  if (ratings.length === 0)
    return (
      <EmptyState
        title="עוד לא אמרו לנו"
        text="מתחת לכל תשובה בעמוד השאלות אפשר לומר אם היא עזרה. מה שיאמרו יופיע כאן, והתשובות שכדאי לשפר יהיו ראשונות."
      />
    )
  return (
    <>
      <div className="seo-bar">
        <p className="seo-note">נספר רק מה אמרו על התשובה, בלי מי אמרו. אחרי שתשובה נכתבה מחדש אפשר לספור מהתחלה.</p>
        <Link className="btn btn--secondary btn--sm" to={pageEditorPath('/faq')}>
          <Icon of={PencilLine} />
          לעריכת השאלות
        </Link>
      </div>
      <Table label="מה אמרו על התשובות">
        <thead>
          <tr>
            <th scope="col">שאלה</th>
            <th scope="col">עזרה</th>
            <th scope="col">לא עזרה</th>
            <th scope="col" className="table__wide">
              לאחרונה
            </th>
            <th scope="col">
              <span className="vh">פעולות</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {ratings.map((rating) => (
            <Row key={rating.question} rating={rating} />
          ))}
        </tbody>
      </Table>
    </>
  )
}

/** Minimum votes before an answer is marked as weak. */
const enough = 3
const isWeak = ({ helped, missed }: AnswerRating) => missed >= enough && missed > helped

function Row({ rating }: { rating: AnswerRating }) {
  const { question, helped, missed, last_at } = rating
  const now = useNow()
  const anew = useResetRatings()
  return (
    <tr>
      <td className="seo-title">
        {question}
        {isWeak(rating) && (
          <small>
            <Badge kind="warning">כדאי לשפר</Badge>
          </small>
        )}
      </td>
      <td>{helped.toLocaleString('he-IL')}</td>
      <td>{missed.toLocaleString('he-IL')}</td>
      <td className="table__wide">{relativeTime(last_at, now)}</td>
      <td className="seo-acts">
        <Button
          look="ghost"
          size="sm"
          icon={<Icon of={RotateCcw} />}
          aria-label={`ספירה מהתחלה: ${question}`}
          onClick={() => anew.mutate(question, { onError: (error) => void toast.error(refusalText(error)) })}
        >
          מהתחלה
        </Button>
      </td>
    </tr>
  )
}
