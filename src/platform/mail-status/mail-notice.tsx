import { Link } from 'react-router'
import { useMailStatus } from '#platform/mail-status/mail-status.data.ts'

/**
 * Warns before sending that mail is queued because no mail server is configured. Renders nothing if a server is
 * configured.
 */
export function MailNotice() {
  const { data: status } = useMailStatus()
  if (!status || status.isConfigured) return null
  return (
    <p className="email-note" role="note">
      הדואר היוצא עוד לא הוגדר. מה שיישלח עכשיו יחכה בתור, ויצא אחרי ההגדרה.{' '}
      <Link to="/crm/settings?tab=messages">למצב הדואר היוצא</Link>
    </p>
  )
}
