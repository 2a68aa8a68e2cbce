// /financial_stage/results?r=: the result behind a private link.
import './result-page.css'
import './questions-page.css'
import './intro-page.css'
import type { Backend } from '#client/backend.ts'
import { DetailsForm } from '#features/quiz/public/details-form.tsx'
import { readResult } from '#features/quiz/public/public.data.ts'
import { quizPath, type ResultView, resultsPath } from '#features/quiz/quiz.ts'
import { refusals } from '#features/quiz/quiz-texts.ts'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import { readShownTexts, type ShownText } from '#platform/consents/shown-texts.data.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { MailedPage } from '#features/newsletter/mailed-page.tsx'
import type { Head, PageProps, PageRequest } from '../pages.ts'
import { CouplePart } from './couple-part.tsx'
import { DimensionBars } from './dimension-bars.tsx'
import { ResultOpening } from './result-opening.tsx'
import { StageVideo } from './stage-video.tsx'
import { WhatsAppPart } from './whatsapp-part.tsx'

type Loaded = { view: ResultView | undefined; code: keyof typeof refusals; token: string; texts: ShownText[] }
type Props = PageProps & Loaded

const stateOf = ({ form }: Pick<PageRequest, 'form'>) => form as FormState | undefined

/** The token from the query, or from the body of a rejected form. */
export async function load(backend: Backend, request: PageRequest): Promise<Loaded> {
  const values = stateOf(request)?.values
  const token = request.query['r'] ?? values?.['token'] ?? ''
  const [found, texts] = await Promise.all([readResult(backend, token), readShownTexts(backend)])
  return 'data' in found
    ? { view: found.data, code: 'result_unknown', token, texts }
    : { view: undefined, code: found.code, token, texts }
}

const titleOf = ({ view }: Pick<Props, 'view'>) =>
  view ? (view.result.stage?.title ?? 'אין מספיק מידע לשלב') : 'התוצאה לא נמצאה'

/** Not indexed: the URL contains a private token. */
export function head(props: Props): Head {
  const errorMessage = formErrorMessage(stateOf(props.request))
  const title = errorMessage ? `${errorMessage} – ${titleOf(props)}` : titleOf(props)
  return { title, description: titleOf(props), robots: 'noindex', image: null }
}

export function View(props: Props) {
  const { view, code, token, texts, facts, request } = props
  if (!view)
    return (
      <MailedPage title={titleOf(props)}>
        <p>{refusals[code]}</p>
        <p>
          <ButtonLink href={quizPath} look="primary" size="lg">
            לשאלון
          </ButtonLink>
        </p>
      </MailedPage>
    )
  const { result, worksheet } = view
  const state = stateOf(request)
  return (
    <>
      <form data-viewed hidden method="post" action={`${resultsPath}/viewed`}>
        <input type="hidden" name="token" value={token} />
      </form>
      <ResultOpening view={view} facts={facts} isSent={request.query['sent'] !== undefined} problem={state?.problem} />
      {result.stage?.video && <StageVideo video={result.stage.video} stage={result.stage.name} />}
      {result.stage && (
        <section className="section section--tint" aria-labelledby="next-title">
          <div className="wrap">
            <div className="head">
              <h2 className="display d2" id="next-title">
                מה עובד, ומה הצעד הבא
              </h2>
            </div>
            <ul className="quiz-steps">
              <li>
                <h3>מה כבר עובד</h3>
                <p>{result.stage.strength}</p>
              </li>
              <li>
                <h3>הצעד הבא</h3>
                <p>{result.stage.nextStep}</p>
              </li>
              {worksheet && (
                <li>
                  <h3>גיליון עבודה לשלב הזה</h3>
                  <p>
                    <a href={`/lead/${worksheet.slug}`}>{worksheet.title}</a>
                  </p>
                </li>
              )}
            </ul>
          </div>
        </section>
      )}
      <section className="section" aria-labelledby="bars-title">
        <div className="wrap result-bars">
          <div className="result-bars__words">
            <h2 className="display d2" id="bars-title">
              התמונה לפי תחומים
            </h2>
            <p className="lead">כל תחום בין 0 ל־100, לפי התשובות שלכם.</p>
          </div>
          <DimensionBars view={view} />
        </div>
      </section>
      <CouplePart view={view} token={token} invitation={request.query['invitation']} siteUrl={facts.siteUrl} />
      <div className="section" id="send">
        <div className="wrap result-more">
          <section className="quiz__card" aria-labelledby="send-title">
            <h2 id="send-title">{view.email ? `לשליחה נוספת בדוא״ל` : 'שליחה אליי בדוא״ל'}</h2>
            {view.email && (
              <p>
                התוצאה נשלחה אל <bdi dir="ltr">{view.email}</bdi>.
              </p>
            )}
            <DetailsForm
              id="send-result"
              action={`${resultsPath}/send`}
              cta="שליחה"
              texts={texts}
              facts={facts}
              state={state ?? { values: {}, errors: {} }}
            >
              <input type="hidden" name="token" value={token} />
            </DetailsForm>
          </section>
          <div className="result-more__rest">
            <WhatsAppPart token={token} link={request.query['link']} siteUrl={facts.siteUrl} />
            <h2 className="display d2">בעוד שלושה חודשים</h2>
            <p>כדאי למלא שוב אחרי 90 ימים: עמוד התוצאה ישווה בין שתי הפעמים.</p>
            <form method="post" action={`${quizPath}/start`}>
              <input type="hidden" name="again" value={token} />
              <Button look="secondary" size="lg" type="submit">
                למילוי חוזר
              </Button>
            </form>
            {/* Shown by the script of the site: printing needs one. */}
            <Button look="secondary" size="lg" type="button" data-print hidden>
              הדפסה או שמירה כ־PDF
            </Button>
            <p>להדפסה או לשמירה כ־PDF: בתפריט הדפדפן, ״הדפסה״. העמוד מסודר לנייר.</p>
            <p className="result-more__note">
              {result.disclaimer}
              {facts.publishedPaths.includes('/disclaimer') && (
                <>
                  {' '}
                  <a href="/disclaimer">גילוי נאות</a>
                </>
              )}
            </p>
          </div>
        </div>
      </div>
    </>
  )
}
