// /plf/:launchId/t/:token, when the link is not valid: the reason, and a form to send a new one to the address on file.
import { isLinkToken } from '#lib/link-token.ts'
import './launch.css'
import type { Backend } from '#client/backend.ts'
import type { LandingView } from '#features/launches/launch-view.ts'
import { landingPath } from '#features/launches/launches.ts'
import { readLanding } from '#features/launches/public.data.ts'
import { MailedPage, privateHead } from '#features/newsletter/mailed-page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import type { PageProps, PageRequest } from '../pages.ts'
import { EmailForm } from './email-form.tsx'
import { formOf } from './launch-state.ts'

type Loaded = { view: LandingView }
type Props = PageProps & Loaded

export async function load(backend: Backend, request: PageRequest): Promise<Loaded | undefined> {
  const view = await readLanding(backend, request.params['launchId'] ?? '', '')
  return view && { view }
}

const titles = {
  revoked: 'הקישור הזה כבר אינו פעיל',
  ended: 'ההשקה הסתיימה',
  unknown: 'הקישור אינו מוכר',
} as const

const titleOf = (request: PageRequest) =>
  titles[(formOf(request).linkState ?? 'unknown') as keyof typeof titles] ?? titles.unknown

export const head = ({ request }: Props) => privateHead(titleOf(request))

export function View({ view, request }: Props) {
  const state = formOf(request)
  const token = request.params['token'] ?? state.values['token'] ?? ''
  if (state.linkState === 'ended')
    return (
      <MailedPage title={titles.ended}>
        <p>הסדרה ״{view.title}״ נסגרה, והשיעורים כבר אינם פתוחים. אפשר להצטרף לרשימת ההמתנה לפעם הבאה.</p>
        <p>
          <ButtonLink href={landingPath(view.id)} look="primary" size="lg">
            לרשימת ההמתנה
          </ButtonLink>
        </p>
      </MailedPage>
    )
  return (
    <MailedPage title={titleOf(request)}>
      {state.problem && <ErrorText>{state.problem}</ErrorText>}
      {state.linkState === 'revoked' && isLinkToken(token) ? (
        <form method="post" action={`/plf/${view.id}/link`} className="mailed-page__press">
          <p>הקישור הוחלף, כדי שהמקום בסדרה יישאר שלכם. בלחיצה אחת נשלח קישור חדש לכתובת שאיתה נרשמתם.</p>
          <input type="hidden" name="token" value={token} />
          <Button look="primary" size="lg" type="submit">
            שליחת קישור חדש
          </Button>
        </form>
      ) : (
        <>
          <p>ייתכן שהקישור הועתק בחלקו. כתבו את הכתובת שאיתה נרשמתם, ונשלח קישור חדש.</p>
          <EmailForm launchId={view.id} state={state} />
        </>
      )}
      <p>
        <a href={landingPath(view.id)}>לעמוד הסדרה</a>
      </p>
    </MailedPage>
  )
}
