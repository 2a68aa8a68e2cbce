// /lead/:slug/thank-you: the address that the mail was sent to, with forms to resend it and to correct the address.
import type { Backend } from '#client/backend.ts'
import { requestLabels } from '#features/lead-magnets/lead-magnet-posts.ts'
import { leadPath } from '#features/lead-magnets/lead-magnets.ts'
import { type LeadMagnetVisit, readLeadMagnetVisit } from '#features/lead-magnets/public.data.ts'
import { MailedPage, privateHead } from '#features/newsletter/mailed-page.tsx'
import { type FormState, formErrorMessage } from '#lib/forms/form-post.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { CorrectAddressForm } from '../mail/correct-address-form.tsx'
import type { PageProps, PageRequest } from '../pages.ts'
import { callPath } from '../site/call-path.ts'

type Props = PageProps & { visit: LeadMagnetVisit | undefined; token: string }
type State = FormState<{ token?: string; email?: string }>

const stateOf = ({ form }: Pick<PageRequest, 'form'>) => form as Partial<State> | undefined

/** The token from the query, or from the body of a rejected form. */
export async function load(backend: Backend, request: PageRequest) {
  const token = stateOf(request)?.values?.token ?? request.query['r'] ?? ''
  return { visit: await readLeadMagnetVisit(backend, token), token }
}

const titleOf = ({ visit, request }: Pick<Props, 'visit' | 'request'>) =>
  visit ? (request.query['again'] ? 'שלחנו שוב' : 'ההודעה עם הקישור בדרך אליכם') : 'הבקשה הזאת אינה מוכרת'

export function head(props: Props) {
  const errorMessage = formErrorMessage(props.request.form as FormState | undefined)
  return privateHead(errorMessage ? `${errorMessage} – ${titleOf(props)}` : titleOf(props))
}

export function View(props: Props) {
  const { visit, token, request, facts } = props
  const slug = visit?.slug ?? request.params['slug'] ?? ''
  if (!visit)
    return (
      <MailedPage title={titleOf(props)}>
        <p>ייתכן שהכתובת הועתקה בחלקה. אפשר למלא את הטופס שוב, וזה לוקח רגע.</p>
        <p>
          <ButtonLink href={leadPath(slug)} look="primary" size="lg">
            לטופס
          </ButtonLink>
        </p>
      </MailedPage>
    )
  const state = stateOf(request)
  const path = `${leadPath(slug)}/thank-you`
  const next = nextSteps.filter(([to]) => facts.publishedPaths.includes(to))
  return (
    <MailedPage title={titleOf(props)} email={visit.email}>
      <p className="mailed-page__note" id="sent" tabIndex={-1}>
        {visit.is_opened
          ? 'הקישור כבר נפתח. אפשר לחזור אליו מההודעה, או לשלוח אותו שוב.'
          : `${visit.title}: הקישור נשלח לכתובת הזאת, ותקף שבעה ימים.`}
      </p>
      {state?.problem && !state.errors?.['email'] && <ErrorText>{state.problem}</ErrorText>}
      <p>לא הגיע תוך חמש דקות? כדאי לבדוק בתיקיות ״קידומי מכירות״ ו״דואר זבל״.</p>
      {visit.asked_newsletter && <p>שלחנו גם הודעה נפרדת: ההרשמה לניוזלטר תושלם אחרי אישור בעמוד שייפתח ממנה.</p>}
      <form method="post" action={`${path}/resend`} className="mailed-page__press">
        <input type="hidden" name="token" value={token} />
        <Button look="secondary" type="submit">
          שליחה חוזרת
        </Button>
      </form>
      {visit.may_correct && (
        <CorrectAddressForm action={`${path}/correct`} token={token} label={requestLabels.email} state={state} />
      )}
      <p className="mailed-page__links">
        {next.map(([path, label]) => (
          <a key={path} href={path}>
            {label}
          </a>
        ))}
        <a href={callPath(facts)}>לשיחת היכרות</a>
        <a href={shareLink(`${facts.siteUrl}${leadPath(slug)}`, visit.title)} target="_blank" rel="noreferrer">
          לשיתוף בוואטסאפ
        </a>
        <a href="/">לדף הבית</a>
      </p>
    </MailedPage>
  )
}

/** Suggestion to read until the mail arrives, if its page is published. */
const nextSteps = [
  ['/financial_stage', 'לשאלון השלב הכלכלי'],
  ['/webinar', 'להדרכה הקרובה'],
] as const

const shareLink = (address: string, title: string) =>
  `https://wa.me/?text=${encodeURIComponent(`${title}\n${address}`)}`
