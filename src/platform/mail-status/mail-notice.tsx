import { Link } from 'react-router'
import { useMailStatus } from '#platform/mail-status/mail-status.data.ts'

/**
 * Notice before sending that mail is queued because no mail server is configured, with a link to the settings. Renders nothing if one is.
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
