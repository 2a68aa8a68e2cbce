// View of /webinar/:id/thank-you, also used by the template preview.
import { MailedPage } from '#features/newsletter/mailed-page.tsx'
import type { PhoneConsent, WebinarVisit } from '#features/webinars/public/public-webinars.data.ts'
import { localTime } from '#lib/time/local-time.ts'
import { registerLabels } from '#features/webinars/public/register-labels.ts'
import { sessionTime } from '#features/webinars/public/session-time.ts'
import { roomPath, webinarPath } from '#features/webinars/webinars.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import type { ShownText } from '#platform/consents/shown-texts.data.ts'
import { formatHebrewDate } from '#lib/time/dates.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorText, TextField } from '#ui/forms/field.tsx'
import { CorrectAddressForm } from '../mail/correct-address-form.tsx'
import type { PageProps } from '../pages.ts'
import { CalendarLinks } from './calendar-links.tsx'
import { SiteVideo } from '../player/site-video.tsx'
import { WhatsAppConsent } from './whatsapp-consent.tsx'
import { waitlistTitle, waitlistText } from './waitlist-texts.ts'

export type ThankYouProps = PageProps & {
  visit: WebinarVisit | undefined
  /** The full e-mail address; set only in the browser that registered. */
  typed?: string | undefined
  token: string
  texts: readonly ShownText[]
  byPhone?: PhoneConsent | undefined
}

export const titleOf = ({ visit }: Pick<ThankYouProps, 'visit'>) =>
  !visit
    ? 'ההרשמה הזאת אינה מוכרת'
    : visit.state === 'waitlisted'
      ? waitlistTitle
      : visit.state === 'cancelled'
        ? 'המפגש בוטל'
        : visit.state === 'left'
          ? 'ההרשמה בוטלה'
          : 'נרשמתם! פרטי הכניסה נשלחו לדוא״ל'

export function ThankYouView(props: ThankYouProps) {
  const { visit, typed, token, texts, byPhone, request, facts } = props
  const slug = visit?.slug ?? request.params['id'] ?? ''
  if (!visit)
    return (
      <MailedPage title={titleOf(props)}>
        <p>ייתכן שהכתובת הועתקה בחלקה. אפשר להירשם שוב, וזה לוקח רגע.</p>
        <p>
          <ButtonLink href={webinarPath(slug)} look="primary" size="lg">
            להרשמה
          </ButtonLink>
        </p>
      </MailedPage>
    )
  const state = Object(request.form) as Partial<FormState<Partial<Record<string, string>>>>
  const invite = request.query['i']
  const waits = visit.state === 'waitlisted'
  const isOff = visit.state === 'cancelled' || visit.state === 'left'
  return (
    <MailedPage title={titleOf(props)} email={typed ?? visit.email}>
      <p className="mailed-page__note" id="sent" tabIndex={-1}>
        {doneTexts[request.query['done'] ?? ''] ?? visit.title}
      </p>
      {state.problem && Object.keys(state.errors ?? {}).length === 0 && <ErrorText>{state.problem}</ErrorText>}
      {visit.starts_at && <When visit={visit} />}
      {waits && <p>{waitlistText}</p>}
      {!waits && !isOff && <CalendarLinks visit={visit} token={token} siteUrl={facts.siteUrl} />}
      <p>
        <ButtonLink href={roomPath(visit.slug, token)} look="primary" size="lg">
          {isOff ? 'למועדים אחרים' : waits ? 'לעמוד שלכם' : 'לעמוד הצפייה'}
        </ButtonLink>
      </p>
      {!waits && !isOff && (
        <section className="mailed-page__card" aria-labelledby="steps-title">
          <h2 id="steps-title">שלושה צעדים קטנים</h2>
          <ol>
            <li>הוסיפו ליומן, כדי שהזמן יישמר.</li>
            <li>מצאו את המייל שלנו. אם הוא ב״קידומי מכירות״, גררו אותו לתיבה הראשית.</li>
            <li>
              הזמינו את מי שמנהלים איתכם את הבית, או חברים. <a href="#invite">לקישור הזמנה</a>
            </li>
          </ol>
          <p>ביום עצמו כדאי להכין דף ועט, ולהתחבר שלוש דקות לפני.</p>
        </section>
      )}
      {visit.thank_you_video && !isOff && (
        <section className="mailed-page__card" aria-labelledby="video-title">
          <h2 id="video-title">כמה מילים לפני שנפגשים</h2>
          <SiteVideo video={{ source: visit.thank_you_video, title: `לפני ההדרכה: ${visit.title}` }} />
        </section>
      )}
      {visit.may_correct && (
        <CorrectAddressForm
          action={`${webinarPath(visit.slug)}/thank-you/correct`}
          token={token}
          label={registerLabels.email}
          state={state}
        />
      )}
      <section className="mailed-page__card" aria-labelledby="wish-title">
        <h2 id="wish-title">מה הכי חשוב לכם לשמוע?</h2>
        <form method="post" action={`${webinarPath(visit.slug)}/thank-you/wish`}>
          <input type="hidden" name="token" value={token} />
          <TextField
            large
            id="wish"
            name="wish"
            label="התשובה מגיעה למנחים"
            defaultValue={visit.wish ?? ''}
            maxLength={500}
          />
          <Button look="secondary" type="submit">
            שליחה
          </Button>
        </form>
      </section>
      <WhatsAppConsent
        action={`${webinarPath(visit.slug)}/thank-you/whatsapp`}
        token={token}
        texts={texts}
        byPhone={byPhone}
        state={state}
      />
      <section className="mailed-page__card" id="invite" aria-labelledby="invite-title">
        <h2 id="invite-title">להזמין עוד מישהו</h2>
        {invite ? (
          <>
            <p>הקישור שלכם, לשליחה לחברים או לבני הבית:</p>
            <p>
              <bdi dir="ltr">{inviteAddress(facts.siteUrl, visit.slug, invite)}</bdi>
            </p>
            <p>
              <a
                href={`https://wa.me/?text=${encodeURIComponent(`${visit.title}\n${inviteAddress(facts.siteUrl, visit.slug, invite)}`)}`}
                target="_blank"
                rel="noreferrer"
              >
                לשליחה בוואטסאפ
              </a>
            </p>
          </>
        ) : (
          <form method="post" action={`${webinarPath(visit.slug)}/thank-you/invite`}>
            <input type="hidden" name="token" value={token} />
            <p>נכין קישור הזמנה עם השם הפרטי שלכם. שום פרט אחר לא יופיע בו.</p>
            <Button look="secondary" type="submit">
              קישור הזמנה
            </Button>
          </form>
        )}
      </section>
    </MailedPage>
  )
}

const inviteAddress = (siteUrl: string, slug: string, invite: string) =>
  `${siteUrl}/webinar-invite?w=${encodeURIComponent(slug)}&i=${invite}`

const doneTexts: Record<string, string> = {
  correct: 'תיקנו. פרטי הכניסה נשלחו לכתובת הזאת.',
  wish: 'תודה, התשובה אצלנו.',
  invite: 'קישור ההזמנה מוכן.',
  whatsapp: 'תודה, נכתוב לכם גם בוואטסאפ.',
  move: 'עברתם למועד החדש. התזכורות יגיעו בהתאם.',
}

function When({ visit }: { visit: WebinarVisit }) {
  const { starts_at: at, client_zone: zone } = visit
  const local = localTime(at!, zone)
  return (
    <p>
      <b>{visit.title}</b>
      <br />
      {sessionTime(at!)} · {formatHebrewDate(at!)}
      {local && (
        <>
          <br />
          {local}
        </>
      )}
    </p>
  )
}
