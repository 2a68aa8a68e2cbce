// /plf/:launchId/landing: the contents of the series with their dates, and the registration form; after the cart has closed, its waiting
// list.
import './launch.css'
import type { Backend } from '#client/backend.ts'
import { joinFieldLabels } from '#features/launches/launch-posts.ts'
import type { LandingView } from '#features/launches/launch-view.ts'
import { landingPath, watchPath } from '#features/launches/launches.ts'
import { readLanding } from '#features/launches/public.data.ts'
import { readApprovedReviews } from '#features/reviews/reviews.data.ts'
import type { ApprovedReview } from '#features/reviews/reviews.ts'
import { fillTokens } from '#lib/forms/fill-tokens.ts'
import { formErrorMessage } from '#lib/forms/form-post.ts'
import { count } from '#lib/hebrew/count.ts'
import { NoticeShown, PrivacyNotice } from '#platform/consents/privacy-notice.tsx'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { ResponsiveImage } from '#platform/images/responsive-image.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'
import { FormCard } from '../landing/form-card.tsx'
import { Testimonial } from '../site/data-sections/voices.tsx'
import type { Head, PageProps, PageRequest } from '../pages.ts'
import { EmailForm } from './email-form.tsx'
import { cookieOf, formOf, fullTime } from './launch-state.ts'

type Loaded = { view: LandingView; texts: ShownText[]; reviews: ApprovedReview[] }
type Props = PageProps & Loaded

export const startsWithForm = true

export async function load(backend: Backend, request: PageRequest): Promise<Loaded | undefined> {
  const [view, texts, reviews] = await Promise.all([
    readLanding(backend, request.params['launchId'] ?? '', cookieOf(request)),
    readShownTexts(backend),
    readApprovedReviews(backend, { limit: 2 }),
  ])
  return view && { view, texts, reviews }
}

const isOver = ({ phase }: LandingView) => phase === 'cart_closed' || phase === 'ended'

export function head({ view, request }: Props): Head {
  const errorMessage = formErrorMessage(formOf(request))
  const description = view.landing.lead.slice(0, 155) || view.title
  return { title: errorMessage ? `${errorMessage} – ${view.title}` : view.title, description, robots: 'noindex' }
}

export function View(props: Props) {
  const { view, facts, request, reviews } = props
  const { title, landing } = view
  const eyebrow = isOver(view) ? 'ההשקה הסתיימה' : 'סדרת וידאו ללא עלות'
  const lead = isOver(view) ? 'הסדרה הזאת נסגרה. אפשר להצטרף לרשימת ההמתנה, ונעדכן כשתיפתח שוב.' : landing.lead
  return (
    <>
      <FormCard facts={facts} words={{ title, eyebrow, lead }} opens note={noteOf(view)}>
        {request.query['joined'] || request.query['sent'] || request.query['waiting'] ? (
          <JoinSuccess {...props} />
        ) : view.participant ? (
          <Continue view={view} participant={view.participant} />
        ) : (
          <JoinForm {...props} />
        )}
      </FormCard>
      {!isOver(view) && <Schedule view={view} />}
      {landing.promises.length > 0 && (
        <section className="wrap launch-list" aria-labelledby="promises">
          <h2 className="display d2" id="promises">
            מה תקבלו
          </h2>
          <ul>
            {landing.promises.map((promise) => (
              <li key={promise}>{promise}</li>
            ))}
          </ul>
        </section>
      )}
      {landing.presenter && (
        <section className="wrap launch-list" aria-labelledby="presenter">
          <h2 className="display d2" id="presenter">
            {landing.presenter.name}
          </h2>
          <p>{landing.presenter.about}</p>
        </section>
      )}
      {!isOver(view) && reviews.length > 0 && (
        <section className="wrap launch-list" aria-labelledby="reviews">
          <h2 className="display d2" id="reviews">
            מה אומרים עלינו
          </h2>
          <div className="launch-voices">
            {reviews.map((review) => (
              <Testimonial key={review.id} review={review} />
            ))}
          </div>
        </section>
      )}
    </>
  )
}

const noteOf = ({ phase, prelaunchAt, contents }: LandingView) => {
  if (phase === 'waiting' && prelaunchAt)
    return `הסדרה מתחילה ב${fullTime(prelaunchAt)}. נשלח קישור אישי ברגע שהיא נפתחת.`
  if (phase === 'prelaunch' || phase === 'cart_open')
    return `${count(contents.length, { one: 'שיעור אחד', two: 'שני שיעורים', other: '# שיעורים' })}, בקישור אישי שמגיע בדוא״ל.`
  return undefined
}

/** The contents with their dates. Times of an evergreen launch are relative to the registration. */
const Schedule = ({ view: { contents } }: Pick<Props, 'view'>) =>
  contents.length > 0 && (
    <section className="wrap launch-list" aria-labelledby="schedule">
      <h2 className="display d2" id="schedule">
        מה יש בסדרה, ומתי
      </h2>
      <ol className="launch-schedule">
        {contents.map(({ title, at, afterHours, poster }, i) => (
          <li key={title}>
            <b aria-hidden="true">{i + 1}</b>
            <span>
              {poster && (
                <ResponsiveImage
                  className="launch-poster"
                  picture={poster}
                  alt=""
                  sizes="(max-width: 40rem) 60vw, 12rem"
                />
              )}
              {title}
            </span>
            <small>
              {at ? (
                <time dateTime={at}>{fullTime(at)}</time>
              ) : afterHours === null ? (
                'אחרי השיעור הקודם'
              ) : (
                afterJoining(afterHours)
              )}
            </small>
          </li>
        ))}
      </ol>
      <p className="launch-fine">כל השעות לפי שעון ישראל.</p>
    </section>
  )

const afterJoining = (hours: number) =>
  hours === 0
    ? 'מיד אחרי ההצטרפות'
    : hours < 48
      ? `${count(hours, { one: 'שעה', two: 'שעתיים', other: '# שעות' })} אחרי ההצטרפות`
      : `${count(Math.round(hours / 24), { one: 'יום', two: 'יומיים', other: '# ימים' })} אחרי ההצטרפות`

function JoinForm({ view, facts, texts, request }: Props) {
  const state = formOf(request)
  const { values, errors } = state
  const marketing = texts.find(({ kind }) => kind === 'marketing')
  const legalName = facts.business.legal_name ?? facts.business.business_name
  const field = (name: keyof typeof joinFieldLabels) => ({
    large: true,
    id: fieldId('join', name),
    name,
    label: joinFieldLabels[name],
    error: errors[name],
  })
  return (
    <PlainForm id="join" action={landingPath(view.id)} state={state} labels={joinFieldLabels}>
      <TextField {...field('name')} defaultValue={values['name']} autoComplete="given-name" required maxLength={80} />
      <TextField
        {...field('email')}
        defaultValue={values['email']}
        type="email"
        autoComplete="email"
        required
        maxLength={254}
      />
      {marketing && (
        <>
          <input type="hidden" name="marketingTextId" value={marketing.id} />
          <CheckField
            {...field('marketing')}
            label={fillTokens(marketing.he_text, { legalName })}
            hint={isOver(view) ? 'לא חובה' : 'לא חובה לצפייה. בלי ההסכמה לא נשלח הודעות על ההרשמה שבסוף הסדרה'}
            defaultChecked={values['marketing'] === 'on'}
          />
        </>
      )}
      <NoticeShown texts={texts} />
      <Button look="primary" size="lg" type="submit">
        {isOver(view) ? 'לרשימת ההמתנה' : view.phase === 'waiting' ? 'שמרו לי מקום' : 'להצטרפות לסדרה'}
      </Button>
      <PrivacyNotice texts={texts} facts={facts} />
    </PlainForm>
  )
}

const Continue = ({ view, participant }: { view: LandingView; participant: string }) => (
  <div className="launch-done">
    <h2>אתם כבר בפנים</h2>
    <p>אפשר להמשיך מהמקום שבו עצרתם.</p>
    <ButtonLink look="primary" size="lg" href={watchPath(view.id, participant)}>
      להמשך הסדרה
    </ButtonLink>
  </div>
)

/** The same text for every address, so that it does not reveal which addresses are registered. */
const JoinSuccess = ({ view, request: { query } }: Props) => (
  <div className="launch-done" id="sent" tabIndex={-1}>
    <h2>{query['waiting'] ? 'אתם ברשימת ההמתנה' : 'הקישור האישי בדרך אליכם'}</h2>
    <p>
      {query['waiting']
        ? 'נעדכן כשהסדרה תיפתח שוב.'
        : query['sent']
          ? 'אם הכתובת רשומה בסדרה, נשלח אליה קישור חדש.'
          : 'שלחנו הודעה עם קישור אישי לסדרה. בלי הקישור אין כניסה, כדי שהמקום יישאר שלכם.'}
    </p>
    {!query['waiting'] && (
      <>
        <p>לא הגיע תוך חמש דקות? כדאי לבדוק בתיקיות ״קידומי מכירות״ ו״דואר זבל״, או לבקש שוב:</p>
        <EmailForm launchId={view.id} state={{ errors: {}, values: {} }} />
      </>
    )}
  </div>
)
