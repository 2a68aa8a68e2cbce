import './setup-page.css'
import { invalidFieldsTitle, formErrorMessage } from '#lib/forms/form-post.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Illustration } from '#ui/pictures/illustration.tsx'
import { LogoMark } from '#ui/pictures/logo.tsx'
import meeting from '#ui/pictures/meeting.svg?raw'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { fieldId, type FieldName, fieldNames, labels, type SetupState, summaryId } from './setup-form.ts'

type Props = { request: { form?: unknown } }
type Open = Extract<SetupState, { is: 'open' }>
type Closed = Exclude<SetupState, Open>

/** Without header and footer links: before setup there is no business name and no page to link to. */
export const bare = true

const stateOf = ({ form }: Props['request']) => form as SetupState

export const head = ({ request }: Props) => ({
  title: titleOf(stateOf(request)),
  description: 'כאן נפתח חשבון הבעלות, הראשון של העסק.',
  robots: 'noindex',
})

/** A rejected form adds the error to the page title, because screen readers announce it first. */
function titleOf(state: SetupState) {
  if (state.is !== 'open') return closed[state.is].title
  const errorMessage = formErrorMessage(state)
  return errorMessage ? `${errorMessage} – פתיחת העסק` : 'פתיחת העסק'
}

/** Page where the first owner's account is created with the invitation token. */
export function View({ request }: Props) {
  const state = stateOf(request)
  return (
    <div className="setup">
      <div className={state.is === 'open' ? 'wrap setup__in' : 'wrap setup__in setup__in--closed'}>
        {state.is === 'open' ? <OpenForm state={state} /> : <ClosedNotice {...closed[state.is]} />}
        <Illustration svg={meeting} className="setup__art" />
      </div>
    </div>
  )
}

function OpenForm({ state }: { state: Open }) {
  return (
    <>
      <div className="setup__words">
        <LogoMark />
        <h1 className="display d1">פותחים את העסק</h1>
        <p className="lead">כמה פרטים, והמערכת שלכם. באתר יופיע בינתיים רק שם העסק; כל השאר מחכה עד שתבחרו לפרסם.</p>
      </div>
      <FormSheet>
        <Form state={state} />
      </FormSheet>
    </>
  )
}

function Form({ state: { key, passwordMinLength, values, errors, problem } }: { state: Open }) {
  const wrong = fieldNames.flatMap((name) => {
    const message = errors[name]
    return message ? [{ fieldId: fieldId(name), label: labels[name], message }] : []
  })
  const cameBack = problem !== undefined || wrong.length > 0
  const field = (name: FieldName) => ({
    large: true,
    required: true,
    id: fieldId(name),
    name,
    label: labels[name],
    error: errors[name],
  })
  return (
    <form className="setup__form" method="post" action={`/setup#${summaryId}`} noValidate>
      {cameBack && <ErrorSummary id={summaryId} title={problem ?? invalidFieldsTitle(wrong.length)} errors={wrong} />}
      <input type="hidden" name="key" value={key} />
      <TextField
        {...field('businessName')}
        autoComplete="organization"
        maxLength={80}
        defaultValue={values.businessName}
      />
      <TextField {...field('fullName')} autoComplete="name" maxLength={80} defaultValue={values.fullName} />
      <TextField
        {...field('email')}
        type="email"
        autoComplete="username"
        maxLength={255}
        defaultValue={values.email}
        hint="לכניסה למערכת. הכתובת לא תופיע באתר"
      />
      <TextField
        {...field('password')}
        type="password"
        autoComplete="new-password"
        hint={`לפחות ${passwordMinLength} תווים${cameBack ? '. הסיסמה לא נשמרה בטופס, ויש להזין אותה שוב' : ''}`}
      />
      <Button look="primary" size="lg" type="submit">
        פתיחת העסק
      </Button>
    </form>
  )
}

function ClosedNotice({ title, text, signIn }: (typeof closed)[Closed['is']]) {
  return (
    <div className="setup__words">
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
    title: 'הכתובת אינה מוכרת',
    text: 'ייתכן שהקישור הועתק בחלקו. כדאי לפתוח את הקישור המלא. אם העסק כבר נפתח, אפשר להיכנס למערכת.',
  },
  expired: {
    title: 'הכתובת כבר אינה בתוקף',
    text: 'קישור להקמה טוב לשבוע. קישור חדש מופיע בכל הפעלה של המערכת.',
  },
  used: {
    title: 'העסק כבר נפתח',
    text: 'הקישור להקמה כבר נוצל. אפשר להיכנס למערכת.',
    signIn: true,
  },
  too_often: { title: 'יותר מדי ניסיונות', text: 'אפשר לנסות שוב בעוד כמה דקות.' },
}
