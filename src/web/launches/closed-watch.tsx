// The personal launch page for a browser without access: it reveals neither a name nor whether the URL exists.
import { codeLabels } from '#features/launches/launch-posts.ts'
import type { OpenedWatch } from '#features/launches/launch-view.ts'
import { landingPath } from '#features/launches/launches.ts'
import { MailedPage } from '#features/newsletter/mailed-page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorText, TextField } from '#ui/forms/field.tsx'
import { fieldId, PlainForm } from '#ui/forms/plain-form.tsx'
import type { PageRequest } from '../pages.ts'
import { EmailForm } from './email-form.tsx'
import { formOf } from './launch-state.ts'

type Props = {
  opened: Exclude<OpenedWatch, { access: 'ok' }>
  path: string
  launchId: string
  request: PageRequest
}

export function ClosedWatch({ opened, path, launchId, request }: Props) {
  const state = formOf(request)
  if (opened.access === 'device') return <DeviceCode opened={opened} path={path} request={request} />
  if (opened.access === 'ended')
    return (
      <MailedPage title="ההשקה הסתיימה">
        <p>הסדרה ״{opened.title}״ נסגרה, והשיעורים כבר אינם פתוחים.</p>
        <p>
          <ButtonLink href={landingPath(launchId)} look="primary" size="lg">
            לרשימת ההמתנה
          </ButtonLink>
        </p>
      </MailedPage>
    )
  return (
    <MailedPage title={opened.access === 'revoked' ? 'הקישור הזה כבר אינו פעיל' : 'הכניסה מהקישור האישי'}>
      {state.problem && <ErrorText>{state.problem}</ErrorText>}
      <p>העמוד הזה נפתח מהקישור האישי שנשלח בדוא״ל. אפשר לכתוב את הכתובת שאיתה נרשמתם, ונשלח קישור חדש.</p>
      <EmailForm launchId={launchId} state={{ values: {}, errors: {} }} />
      <p>
        עוד לא נרשמתם? <a href={landingPath(launchId)}>לעמוד הסדרה</a>
      </p>
    </MailedPage>
  )
}

/** A form for the code that admits another device. Also shows why the code is required. */
function DeviceCode({
  opened,
  path,
  request,
}: Pick<Props, 'path' | 'request'> & { opened: Extract<OpenedWatch, { access: 'device' }> }) {
  const { code } = request.query
  const state = formOf(request)
  const errors = code === 'wrong' ? { code: 'הקוד אינו נכון. אפשר לנסות שוב, או לבקש קוד חדש' } : state.errors
  return (
    <MailedPage title="מכשיר נוסף" email={opened.email}>
      {state.problem && <ErrorText>{state.problem}</ErrorText>}
      <p>הקישור הזה כבר נפתח בחמישה מכשירים. כדי לוודא שזה עדיין אתם, נשלח קוד לכתובת הזאת.</p>
      <form method="post" action={`${path}/code`} className="mailed-page__press">
        <Button look={code ? 'secondary' : 'primary'} type="submit">
          {code ? 'שליחת קוד חדש' : 'שליחת קוד'}
        </Button>
      </form>
      <section className="mailed-page__card" id="sent" tabIndex={-1} aria-labelledby="code-title">
        <h2 id="code-title">{code === 'sent' ? 'שלחנו קוד, תקף לחצי שעה' : 'יש לכם קוד?'}</h2>
        <PlainForm id="enter" action={`${path}/enter`} state={{ errors }} labels={codeLabels}>
          <TextField
            large
            id={fieldId('enter', 'code')}
            name="code"
            label={codeLabels.code}
            error={errors['code']}
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            required
            maxLength={12}
          />
          <Button look="primary" type="submit">
            כניסה
          </Button>
        </PlainForm>
      </section>
    </MailedPage>
  )
}
