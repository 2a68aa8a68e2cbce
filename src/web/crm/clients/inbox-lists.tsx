// Lists beside the threads of the inbox: open questions about recordings, and the latest form submissions. Each links to the screen where
// it is answered.
import { Link } from 'react-router'
import type { RecentSubmission } from '#features/forms/answers.data.ts'
import type { InboxQuestion } from '#features/webinars/questions/recorded-questions.data.ts'
import { formatDate } from '#lib/time/dates.ts'

export const QuestionList = ({ questions }: { questions: readonly InboxQuestion[] }) => (
  <ul aria-label="שאלות מהדרכות">
    {questions.map(({ id, webinar_id, webinar_title, author, body, created_at }) => (
      <li key={id}>
        <Link className="inbox__link" to={`/admin/webinars/${webinar_id}`}>
          <span>
            <b>
              <bdi>{author}</bdi>
            </b>
          </span>
          <small dir="auto">{body}</small>
          <small>
            שאלה בהדרכה <bdi>{webinar_title}</bdi>, מחכה לתשובה, {formatDate(created_at)}
          </small>
        </Link>
      </li>
    ))}
  </ul>
)

export const SubmissionList = ({ submissions }: { submissions: readonly RecentSubmission[] }) => (
  <ul aria-label="תשובות לטפסים מהשבועיים האחרונים">
    {submissions.map(({ id, form_id, version, contact, completed_at }) => (
      <li key={id}>
        <Link className="inbox__link" to={`/crm/forms/${form_id}?tab=answers&answer=${id}`}>
          <span>
            <b>
              <bdi>{contact?.full_name ?? 'בלי שם'}</bdi>
            </b>
          </span>
          <small>
            מילוי הטופס <bdi>{version.form.title}</bdi>
            {completed_at && `, ${formatDate(completed_at)}`}
          </small>
        </Link>
      </li>
    ))}
  </ul>
)
