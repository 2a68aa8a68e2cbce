// The invitation page without an open invitation: the reason, and the next step.
import { Button, ButtonLink } from '#ui/button.tsx'
import { LogoMark } from '#ui/pictures/logo.tsx'
import type { PageState } from './invitation-form.ts'

type Closed = Exclude<PageState, { is: 'open' }>

const texts: Record<Closed['is'], { title: string; text: string }> = {
  unknown: {
    title: 'הקישור אינו מוכר',
    text: 'כדאי לפתוח אותו כפי שהגיע בדוא״ל. אם זה לא עוזר, נשמח לשלוח קישור חדש.',
  },
  expired: { title: 'ההזמנה כבר אינה בתוקף', text: 'קישור תקף 14 ימים. בלחיצה אחת נשלח לכם חדש.' },
  requested: { title: 'הבקשה נשלחה', text: 'קישור חדש יגיע לכתובת הדוא״ל שלכם אחרי שנאשר אותו.' },
  revoked: { title: 'ההזמנה הזו נסגרה', text: 'ייתכן שנשלחה הזמנה חדשה לכתובת אחרת שלכם. אם לא, כתבו לנו ונשלח שוב.' },
  accepted: { title: 'האזור האישי כבר פעיל', text: 'ההזמנה סיימה את תפקידה. נשאר להיכנס.' },
  gone: { title: 'ההזמנה כבר אינה זמינה', text: 'כתבו לנו ונבדוק יחד.' },
  too_often: { title: 'יותר מדי ניסיונות', text: 'אפשר לנסות שוב בעוד כמה דקות.' },
  without_token: { title: 'הזמנה לאזור האישי', text: 'העמוד הזה נפתח מהקישור האישי שבדוא״ל. כבר הפעלתם? אפשר להיכנס.' },
}

export const closedTitle = ({ is }: Closed) => texts[is].title

export function ClosedInvitation({ state }: { state: Closed }) {
  const { title, text } = texts[state.is]
  return (
    <div className="invited__words">
      <LogoMark />
      <h1 className="display d1">{title}</h1>
      <p className="lead">{text}</p>
      {state.is === 'expired' && (
        <form method="post" action={`${state.path}/request`}>
          <input type="hidden" name="token" value={state.token} />
          <Button look="primary" size="lg" type="submit">
            בקשת קישור חדש
          </Button>
        </form>
      )}
      {(state.is === 'accepted' || state.is === 'without_token') && (
        <ButtonLink look="primary" size="lg" href="/client-login">
          כניסה לאזור האישי
        </ButtonLink>
      )}
      {state.is === 'without_token' && <a href={`/crm/contacts/${state.contactId}`}>צוות העסק? לניהול ההזמנה</a>}
      {['unknown', 'revoked', 'gone'].includes(state.is) && (
        <ButtonLink size="lg" href="/contact">
          יצירת קשר
        </ButtonLink>
      )}
    </div>
  )
}
