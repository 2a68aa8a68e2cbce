import type { Backend } from '#client/backend.ts'
import { formatDate } from '#lib/time/dates.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { MailedPage, privateHead, ButtonForm } from './mailed-page.tsx'
import { readPreferences } from './newsletter-form.data.ts'
import type { Preferences } from './newsletter.ts'

type Request = { params: Record<string, string>; query: Record<string, string>; form?: unknown }
type Props = { request: Request; found: Preferences | undefined }

export const load = async (backend: Backend, { params }: Request) => ({
  found: await readPreferences(backend, params['token'] ?? ''),
})

const title = 'העדפות הדיוור שלכם'

export const head = () => privateHead(title)

/** The preferences page behind the footer link of every campaign mail: frequency, lists, pause, unsubscribe. A GET changes nothing. */
export function View({ request: { params, query, form }, found }: Props) {
  const address = `/newsletter/preferences/${encodeURIComponent(params['token'] ?? '')}`
  const { problem } = (form ?? {}) as Partial<FormState>
  if (!found) return <Unknown />
  return (
    <MailedPage title={title} email={found.email}>
      {problem && <ErrorText>{problem}</ErrorText>}
      {(query['saved'] || query['back']) && (
        <output className="mailed-page__note" id="saved" tabIndex={-1}>
          {query['back'] ? 'חזרתם לרשימה. טוב שאתם כאן' : 'הבחירה נשמרה'}
        </output>
      )}
      {found.is_off || !found.is_consenting ? (
        <Off address={address} />
      ) : (
        <>
          <Choices address={address} found={found} />
          <Leave address={address} />
        </>
      )}
    </MailedPage>
  )
}

function Choices({ address, found }: { address: string; found: Preferences }) {
  return (
    <section className="mailed-page__card" aria-label="בחירת נושאים ותדירות">
      <form method="post" action={address}>
        <fieldset>
          <legend>מה תרצו לקבל</legend>
          {found.lists.map(({ id, name, description, isOn }) => (
            <label className="check" key={id}>
              <input type="checkbox" name="lists" value={id} defaultChecked={isOn} />
              <span>
                {name}
                {description && <small>{description}</small>}
              </span>
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>באיזו תדירות</legend>
          <label className="check">
            <input type="checkbox" name="atMostWeekly" defaultChecked={found.at_most_weekly} />
            <span>לכל היותר הודעה אחת בשבוע</span>
          </label>
          <label className="check">
            <input type="checkbox" name="pause" defaultChecked={found.paused_until !== null} />
            <span>
              הפסקה של 30 ימים
              {found.paused_until && <small>ההפסקה עד {formatDate(found.paused_until)}</small>}
            </span>
          </label>
        </fieldset>
        <Button look="primary" size="lg" type="submit">
          שמירת הבחירה
        </Button>
      </form>
    </section>
  )
}

const Leave = ({ address }: { address: string }) => (
  <section className="mailed-page__card" id="unsubscribe">
    <h2>להסרה מכל הדיוור</h2>
    <p>לא יישלחו אליכם עוד הודעות שיווקיות. הודעות שירות (פגישות, תשלומים) ימשיכו להישלח.</p>
    <ButtonForm action={`${address}/unsubscribe`}>
      <Button look="secondary" size="lg" type="submit">
        הסרה מרשימת התפוצה
      </Button>
    </ButtonForm>
  </section>
)

const Off = ({ address }: { address: string }) => (
  <section className="mailed-page__card" id="unsubscribe">
    <h2>הכתובת הזו כבר הוסרה</h2>
    <p>
      לא נשלחות אליה הודעות שיווקיות. אפשר לחזור בכל עת: בלחיצה על הכפתור אתם מאשרים לנו לשלוח ניוזלטר ותכנים שיווקיים
      בדוא״ל.
    </p>
    <ButtonForm action={`${address}/resubscribe`}>
      <Button look="secondary" size="lg" type="submit">
        חזרה לרשימה
      </Button>
    </ButtonForm>
  </section>
)

const Unknown = () => (
  <MailedPage title="הקישור אינו מוכר">
    <div className="mailed-page__card">
      <p>ייתכן שהקישור הועתק בחלקו. הקישור המלא נמצא בתחתית כל הודעה ששלחנו, ואפשר גם לכתוב לנו ונסיר את הכתובת.</p>
      <p>
        <ButtonLink href="/contact?topic=privacy" look="primary" size="lg">
          לכתוב לנו
        </ButtonLink>
      </p>
    </div>
  </MailedPage>
)
