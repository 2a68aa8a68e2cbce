import type { Backend } from '#client/backend.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorText } from '#ui/forms/field.tsx'
import { MailedPage, privateHead, ButtonForm } from './mailed-page.tsx'
import { readRequest, type RequestState } from './newsletter-form.data.ts'

type Request = { params: Record<string, string>; form?: unknown }
type Props = { request: Request; found: RequestState | undefined }

export const load = async (backend: Backend, { params }: Request) => ({
  found: await readRequest(backend, params['token'] ?? ''),
})

const titles: Record<RequestState['state'] | 'unknown', string> = {
  open: 'נשאר רק לאשר',
  confirmed: 'ההרשמה הושלמה',
  expired: 'תוקף הקישור הסתיים',
  unknown: 'הקישור אינו מוכר',
}

export const head = ({ found }: Props) => privateHead(titles[found?.state ?? 'unknown'])

/** The double opt-in page behind the link of a confirmation mail. A GET changes nothing; the button confirms. */
export function View({ request: { params, form }, found }: Props) {
  const address = `/newsletter/confirm/${encodeURIComponent(params['token'] ?? '')}`
  const { problem } = (form ?? {}) as Partial<FormState>
  return (
    <MailedPage title={titles[found?.state ?? 'unknown']} email={found?.email}>
      {problem && <ErrorText>{problem}</ErrorText>}
      {found?.state === 'open' && (
        <>
          <p>בלחיצה על הכפתור הכתובת מצטרפת לניוזלטר. אפשר להסיר אותה בכל עת, בלחיצה אחת.</p>
          <ButtonForm action={address}>
            <Button look="primary" size="lg" type="submit">
              אישור ההרשמה
            </Button>
          </ButtonForm>
        </>
      )}
      {found?.state === 'confirmed' && (
        <>
          <p>ברוכים הבאים. ההודעה הבאה כבר תגיע לכתובת הזו, ובכל הודעה יש קישור להסרה ולבחירת נושאים.</p>
          <p>
            <ButtonLink href="/" look="secondary">
              לדף הבית
            </ButtonLink>
          </p>
        </>
      )}
      {found?.state === 'expired' && (
        <>
          <p>הקישור היה תקף לשבעה ימים. בלחיצה אחת נשלח קישור חדש לאותה כתובת.</p>
          <ButtonForm action={`${address}/renew`}>
            <Button look="primary" size="lg" type="submit">
              שליחת קישור חדש
            </Button>
          </ButtonForm>
        </>
      )}
      {!found && (
        <>
          <p>ייתכן שהקישור הועתק בחלקו, או שעבר זמן רב מאז שנשלח. אפשר להירשם מחדש, וזה לוקח רגע.</p>
          <p>
            <ButtonLink href="/newsletter" look="primary" size="lg">
              להרשמה לניוזלטר
            </ButtonLink>
          </p>
        </>
      )}
    </MailedPage>
  )
}
