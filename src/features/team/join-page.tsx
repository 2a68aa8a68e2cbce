import './join-page.css'
import { roleLabels } from '#platform/accounts/accounts.ts'
import { invalidFieldsTitle, formErrorMessage } from '#lib/forms/form-post.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { LogoMark } from '#ui/pictures/logo.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import type { JoinState } from './join-form.ts'
import { roleTexts } from './team.ts'

type Props = { request: { form?: unknown } }
type Open = Extract<JoinState, { is: 'open' }>
type Closed = Exclude<JoinState, Open>

/** Hides header and footer, because the page has a single purpose. */
export const bare = true

const stateOf = ({ form }: Props['request']) => form as JoinState

export const head = ({ request }: Props) => ({
  title: titleOf(stateOf(request)),
  description: 'כאן מצטרפים לצוות העסק, עם ההזמנה שהגיעה בדוא״ל.',
  robots: 'noindex',
})

/** A failed submission prefixes the title, which screen readers announce first. */
function titleOf(state: JoinState) {
  if (state.is !== 'open') return closed[state.is].title
  const errorMessage = formErrorMessage({ values: {}, ...state })
  return errorMessage ? `${errorMessage} – הצטרפות לצוות` : 'הצטרפות לצוות'
}

/** The page of an invitation: creates an account, or joins with the existing one. */
export function View({ request }: Props) {
  const state = stateOf(request)
  return (
    <div className="join">
      <div className="wrap join__in">
        {state.is === 'open' ? <Joining state={state} /> : <ClosedInvitation {...closed[state.is]} />}
      </div>
    </div>
  )
}

function Joining({ state }: { state: Open }) {
  const { inviter, has_account: hasAccount } = state.invitation
  return (
    <>
      <div className="join__words">
        <LogoMark />
        <h1 className="display d1">הצטרפות לצוות</h1>
        <p className="lead">
          {inviter ? (
            <>
              ההזמנה נשלחה על ידי <bdi>{inviter}</bdi>.{' '}
            </>
          ) : (
            'נשמר לכם מקום. '
          )}
          {hasAccount ? 'לכתובת שלכם כבר יש חשבון, והוא מצטרף כמו שהוא.' : 'נשאר לבחור שם וסיסמה.'}
        </p>
      </div>
      <FormSheet>
        <Form state={state} />
      </FormSheet>
    </>
  )
}

const summaryId = 'join-errors'

function Form({ state: { key, invitation, passwordMinLength, fullName, errors, problem } }: { state: Open }) {
  const wrong = [
    { fieldId: 'join-name', label: 'שם מלא', message: errors.fullName },
    { fieldId: 'join-password', label: 'סיסמה', message: errors.password },
  ].flatMap(({ message, ...field }) => (message ? [{ ...field, message }] : []))
  const cameBack = problem !== undefined || wrong.length > 0
  return (
    <form className="join__form" method="post" action={`/auth/join#${summaryId}`} noValidate>
      {cameBack && <ErrorSummary id={summaryId} title={problem ?? invalidFieldsTitle(wrong.length)} errors={wrong} />}
      <input type="hidden" name="key" value={key} />
      <dl className="join__who">
        <dt>התפקיד</dt>
        <dd>
          <b>{roleLabels[invitation.role]}</b>: {roleTexts[invitation.role]}
        </dd>
        <dt>הכתובת שלכם לכניסה</dt>
        <dd>
          <Ltr>{invitation.email}</Ltr>
        </dd>
      </dl>
      {!invitation.has_account && (
        <>
          <TextField
            large
            required
            id="join-name"
            name="fullName"
            label="שם מלא"
            autoComplete="name"
            maxLength={80}
            defaultValue={fullName}
            error={errors.fullName}
          />
          <TextField
            large
            required
            id="join-password"
            name="password"
            label="סיסמה"
            type="password"
            autoComplete="new-password"
            error={errors.password}
            hint={`לפחות ${passwordMinLength} תווים${cameBack ? '. הסיסמה לא נשמרה בטופס, ויש להזין אותה שוב' : ''}`}
          />
        </>
      )}
      <Button look="primary" size="lg" type="submit">
        הצטרפות לצוות
      </Button>
    </form>
  )
}

function ClosedInvitation({ title, text, signIn }: (typeof closed)[Closed['is']]) {
  return (
    <div className="join__words">
      <LogoMark />
      <h1 className="display d1">{title}</h1>
      <p className="lead">{text}</p>
      {signIn && (
        <ButtonLink look="primary" size="lg" href="/auth">
          כניסה
        </ButtonLink>
      )}
    </div>
  )
}

const closed: Record<Closed['is'], { title: string; text: string; signIn?: true }> = {
  unknown: {
    title: 'הקישור אינו מוכר',
    text: 'אם ההזמנה נשלחה שוב, רק הקישור שבהודעה האחרונה פותח. כדאי לפתוח אותו כפי שהגיע.',
  },
  expired: { title: 'ההזמנה כבר אינה בתוקף', text: 'אפשר לבקש ממי ששלח אותה לשלוח שוב. זה לוקח רגע.' },
  revoked: { title: 'ההזמנה בוטלה', text: 'אם זו טעות, אפשר לפנות למי ששלח אותה.' },
  accepted: { title: 'כבר הצטרפתם', text: 'ההזמנה סיימה את תפקידה. אפשר להיכנס למערכת.', signIn: true },
  too_often: { title: 'יותר מדי ניסיונות', text: 'אפשר לנסות שוב בעוד כמה דקות.' },
}
