import { Link } from 'react-router'
import { Badge } from '#ui/badge.tsx'
import { useAppointmentForm } from './type-forms.data.ts'

/** The form of an appointment and its submission status; links to the submission in the form's answers. */
export function AppointmentForm({ rootId }: { rootId: string }) {
  const { data: form } = useAppointmentForm(rootId)
  if (!form) return null
  const { formId, title, submissionId } = form
  return (
    <p>
      {submissionId ? (
        <Link to={`/crm/forms/${formId}?tab=answers&answer=${submissionId}`}>התשובות לטופס: {title}</Link>
      ) : (
        <>
          <bdi>{title}</bdi> <Badge>עוד לא נשלח</Badge>
        </>
      )}
    </p>
  )
}
