// /webinar-invite?w=…&i=…: inviter, webinar, and one-click registration. Without an invitation: the next webinar.
import type { Backend } from '#client/backend.ts'
import { ButtonForm, MailedPage, privateHead } from '#features/newsletter/mailed-page.tsx'
import {
  nextWebinar,
  openSessions,
  readInvitation,
  readShownWebinars,
  type ShownWebinar,
} from '#features/webinars/public/public-webinars.data.ts'
import { nextDate } from '#features/webinars/public/next-date.ts'
import { sessionTime } from '#features/webinars/public/session-time.ts'
import { webinarPath } from '#features/webinars/webinars.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import type { PageProps, PageRequest } from '../pages.ts'

type Loaded = {
  invitation: Awaited<ReturnType<typeof readInvitation>>
  webinar: ShownWebinar | undefined
  token: string
}
type Props = PageProps & Loaded

export async function load(backend: Backend, request: PageRequest): Promise<Loaded> {
  const token =
    (Object(request.form) as Partial<FormState<{ token?: string }>>).values?.token ?? request.query['i'] ?? ''
  const [invitation, webinars] = await Promise.all([readInvitation(backend, token), readShownWebinars(backend)])
  const slug = invitation?.slug ?? request.query['w']
  const next = nextWebinar(webinars, '') ?? webinars[0]
  return { invitation, webinar: webinars.find((one) => one.slug === slug) ?? next, token }
}

const titleOf = ({ facts, request }: Pick<Props, 'facts' | 'request'>) =>
  request.query['declined'] ? 'בסדר גמור, לא נזמין שוב' : `הוזמנתם להדרכה של ${facts.business.business_name}`

export const head = (props: Props) => privateHead(titleOf(props))

export function View(props: Props) {
  const { invitation, webinar, token, request } = props
  const { problem } = Object(request.form) as Partial<FormState>
  if (request.query['declined'])
    return (
      <MailedPage title={titleOf(props)}>
        <p id="sent" tabIndex={-1}>
          ההזמנה להדרכה הזאת בוטלה. אם תרצו, אפשר תמיד להירשם בעצמכם.
        </p>
        <p>
          <a href="/webinar">לכל ההדרכות</a>
        </p>
      </MailedPage>
    )
  if (!webinar)
    return (
      <MailedPage title="המועד הבא עוד לא נקבע">
        <p>
          <a href="/webinar">לעמוד ההדרכות</a>
        </p>
      </MailedPage>
    )
  // The session for which a click registers.
  const sessions = openSessions(webinar)
  const session = nextDate(
    sessions,
    sessions.some(({ seats_left: seatsLeft }) => seatsLeft !== 0) ? undefined : webinar.soon,
  )
  const register = `${webinarPath(webinar.slug)}${invitation ? `?i=${token}` : ''}`
  return (
    <MailedPage title={titleOf(props)}>
      {problem && <ErrorText>{problem}</ErrorText>}
      <p>
        {invitation
          ? `${invitation.invited_by} חשבו שזה יעניין אתכם. ההשתתפות ללא עלות, ואפשר לבטל בכל עת.`
          : 'מישהו שמכיר אתכם חשב שזה יעניין אתכם. ההשתתפות ללא עלות, ואפשר לבטל בכל עת.'}
      </p>
      <p>
        <b>{webinar.title}</b>
        <br />
        {session ? sessionTime(session.starts_at) : webinar.subtitle}
      </p>
      {invitation?.email && (
        <ButtonForm action="/webinar-invite/accept">
          <input type="hidden" name="token" value={token} />
          <Button look="primary" size="lg" type="submit">
            להירשם כ־<bdi dir="ltr">{invitation.email}</bdi>
          </Button>
        </ButtonForm>
      )}
      <p>
        <ButtonLink href={register} look={invitation?.email ? 'secondary' : 'primary'} size="lg">
          {invitation?.email ? 'הרשמה עם פרטים אחרים' : 'לשמירת מקום'}
        </ButtonLink>
      </p>
      {invitation && (
        <ButtonForm action="/webinar-invite/decline">
          <input type="hidden" name="token" value={token} />
          <Button look="link" type="submit">
            לא תודה, ולא להזמין שוב להדרכה הזאת
          </Button>
        </ButtonForm>
      )}
    </MailedPage>
  )
}
