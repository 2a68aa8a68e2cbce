import './invitation-page.css'
import { formErrorMessage, invalidFieldsTitle } from '#lib/forms/form-post.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { Island as IslandFrame } from '#ui/island.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { LogoMark } from '#ui/pictures/logo.tsx'
import { ClosedInvitation, closedTitle } from './closed-invitation.tsx'
import { maskEmail, type PageState } from './invitation-form.ts'
import { Island } from './invited-account.island.tsx'

type Facts = { business: { business_name: string }; backendKey: string }
type Props = { request: { form?: unknown }; facts: Facts }
type Open = Extract<PageState, { is: 'open' }>

/** Without header and footer: the page has a single purpose. */
export const bare = true

const stateOf = ({ form }: Props['request']) => form as PageState

export const head = ({ request }: Pick<Props, 'request'>) => ({
  title: titleOf(stateOf(request)),
  description: 'כאן מפעילים את האזור האישי, עם ההזמנה שהגיעה בדוא״ל.',
  robots: 'noindex',
})

/** A failed submission prefixes the title, which screen readers announce first. */
function titleOf(state: PageState) {
  if (state.is !== 'open') return closedTitle(state)
  const errorMessage = formErrorMessage({ values: {}, ...state })
  return errorMessage ? `${errorMessage} – הפעלת האזור האישי` : 'הפעלת האזור האישי'
}

/** The page of an invitation to the portal. */
export function View({ request, facts }: Props) {
  const state = stateOf(request)
  return (
    <div className="invited">
      <div className="wrap invited__in">
        {state.is === 'open' ? <Joining state={state} facts={facts} /> : <ClosedInvitation state={state} />}
      </div>
    </div>
  )
}

function Joining({ state, facts }: { state: Open; facts: Facts }) {
  const { first_name: name, coach, partner } = state.invitation
  const account = {
    path: state.path,
    token: state.token,
    masked: maskEmail(state.invitation.email),
    backendKey: facts.backendKey,
  }
  return (
    <>
      <div className="invited__words">
        <LogoMark />
        <h1 className="display d1">
          ברוכים הבאים, <bdi>{name}</bdi>
        </h1>
        <p className="lead">
          פתחנו עבורכם אזור אישי ב<bdi>{facts.business.business_name}</bdi>: השלבים של התהליך, המשימות, הפגישות
          והמסמכים, במקום אחד.
          {coach && (
            <>
              {' '}
              ילווה אתכם: <bdi>{coach}</bdi>.
            </>
          )}
        </p>
      </div>
      <IslandFrame name="invited-account" props={account} wakes>
        <Island {...account} />
      </IslandFrame>
      <FormSheet>
        <Form state={state} />
      </FormSheet>
      <div className="invited__notes">
        {partner && (
          <p>
            <bdi>{partner}</bdi> כבר באזור האישי. לכל אחד כניסה משלו: מה שמסומן משותף רואים שניכם, ומה שמסומן פרטי נשאר
            שלכם.
          </p>
        )}
        <p>
          מה שתכתבו ותעלו גלוי לצוות שמלווה אתכם בלבד. כל הפרטים ב<a href="/privacy-policy">מדיניות הפרטיות</a>.
        </p>
      </div>
    </>
  )
}

const summaryId = 'invited-errors'

function Form({ state: { path, token, invitation, passwordMinLength, errors, problem } }: { state: Open }) {
  const wrong = errors.password ? [{ fieldId: 'invited-password', label: 'סיסמה', message: errors.password }] : []
  const cameBack = problem !== undefined || wrong.length > 0
  return (
    <form className="invited__form" method="post" action={`${path}#${summaryId}`} noValidate>
      {cameBack && <ErrorSummary id={summaryId} title={problem ?? invalidFieldsTitle(wrong.length)} errors={wrong} />}
      <input type="hidden" name="token" value={token} />
      <p>
        הכניסה עם הכתובת <Ltr>{maskEmail(invitation.email)}</Ltr>
        {invitation.has_account && '. כבר יש לה חשבון אצלנו, והוא מצטרף כמו שהוא'}.
      </p>
      {invitation.has_account ? (
        <Button look="primary" size="lg" type="submit" name="way" value="code">
          הצטרפות לאזור האישי
        </Button>
      ) : invitation.is_mailed ? (
        <>
          <TextField
            large
            required
            id="invited-password"
            name="password"
            label="סיסמה"
            type="password"
            autoComplete="new-password"
            error={errors.password}
            hint={`לפחות ${passwordMinLength} תווים${cameBack ? '. הסיסמה לא נשמרה בטופס, ויש להזין אותה שוב' : ''}`}
          />
          <Button look="primary" size="lg" type="submit" name="way" value="password">
            הפעלת החשבון
          </Button>
          <div className="invited__other">
            <p>מעדיפים בלי סיסמה? אפשר להיכנס בכל פעם עם קוד שיישלח לכתובת הזו, או עם חשבון Google שלה.</p>
            <Button size="lg" type="submit" name="way" value="code">
              הפעלה בלי סיסמה
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>הכניסה פשוטה ובלי סיסמה: בכל פעם יישלח קוד לכתובת הזו. אפשר להיכנס גם עם חשבון Google שלה.</p>
          <Button look="primary" size="lg" type="submit" name="way" value="code">
            הפעלת החשבון
          </Button>
        </>
      )}
    </form>
  )
}
