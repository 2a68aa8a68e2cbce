import type { Backend } from '#client/backend.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { MailedPage, privateHead, ButtonForm } from './mailed-page.tsx'
import { readPreferences } from './newsletter-form.data.ts'
import { type Preferences, type UnsubscribeReason, unsubscribeReasons } from './newsletter.ts'

type Request = { params: Record<string, string>; query: Record<string, string> }
type Props = { request: Request; token: string; found: Preferences | undefined }

/** The token is in the query string, or in the path of a redisplayed form. */
export async function load(backend: Backend, { params, query }: Request) {
  const token = query['ref'] ?? params['token'] ?? ''
  return { token, found: token ? await readPreferences(backend, token) : undefined }
}

const isGone = (found: Preferences | undefined) => found !== undefined && (found.is_off || !found.is_consenting)

export const head = ({ found }: Props) => privateHead(isGone(found) ? 'הוסרתם מרשימת התפוצה' : 'הסרה מרשימת התפוצה')

/** Confirms the unsubscribe, offers to resubscribe, and requests an optional reason. Without a token it explains how to unsubscribe. */
export function View({ token, found }: Props) {
  if (!found || !isGone(found)) return <WithoutLink />
  const address = `/newsletter/preferences/${encodeURIComponent(token)}`
  return (
    <MailedPage title="הוסרתם מרשימת התפוצה" email={found.email}>
      <p>לא יישלחו אליכם עוד הודעות שיווקיות. הודעות שירות (פגישות, תשלומים) ימשיכו להישלח.</p>
      <Reasons address={address} chosen={found.reason} />
      <section className="mailed-page__card">
        <h2>הוסרתם בטעות?</h2>
        <p>בלחיצה על הכפתור נתונה שוב הסכמתכם לקבלת ניוזלטר ותכנים שיווקיים בדוא״ל.</p>
        <ButtonForm action={`${address}/resubscribe`}>
          <Button look="secondary" size="lg" type="submit">
            לחזרה לרשימה
          </Button>
        </ButtonForm>
      </section>
    </MailedPage>
  )
}

function Reasons({ address, chosen }: { address: string; chosen: UnsubscribeReason | null }) {
  return (
    <section className="mailed-page__card" id="reason" tabIndex={-1}>
      <h2>{chosen ? 'תודה, נלמד מזה' : 'נשמח לדעת למה (לא חובה)'}</h2>
      <form method="post" action={`${address}/reason`} className="mailed-page__reasons" aria-label="הסיבה להסרה">
        <div className="mailed-page__reasons">
          {Object.entries(unsubscribeReasons).map(([reason, label]) => (
            <Button
              key={reason}
              type="submit"
              name="reason"
              value={reason}
              look={reason === chosen ? 'soft' : 'secondary'}
              {...(reason === chosen && { 'aria-pressed': true })}
            >
              {label}
            </Button>
          ))}
        </div>
      </form>
    </section>
  )
}

const WithoutLink = () => (
  <MailedPage title="הסרה מרשימת התפוצה">
    <div className="mailed-page__card">
      <p>בתחתית כל הודעה ששלחנו יש קישור להסרה: הוא פותח עמוד אישי, ולחיצה אחת בו מסירה את הכתובת מיד.</p>
      <p>לא מוצאים את ההודעה? כתבו לנו ונסיר את הכתובת.</p>
      <p className="mailed-page__links">
        <ButtonLink href="/contact?topic=privacy" look="primary" size="lg">
          לכתוב לנו
        </ButtonLink>
        <ButtonLink href="/" look="secondary" size="lg">
          לדף הבית
        </ButtonLink>
      </p>
    </div>
  </MailedPage>
)
