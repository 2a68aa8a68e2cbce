import { isLinkToken } from '#lib/link-token.ts'
import { RegisterForm, type RegisterFormProps } from '#features/webinars/public/register-form.tsx'
import { webinarPath } from '#features/webinars/webinars.ts'
import type { FormState } from '#lib/forms/form-post.ts'
import type { ShownText } from '#platform/consents/shown-texts.data.ts'
import { Island } from '#ui/island.tsx'
import type { PageRequest } from '../pages.ts'

type Props = {
  webinar: { slug: string }
  request: Pick<PageRequest, 'form'>
  texts: readonly ShownText[]
  sessions: RegisterFormProps['sessions']
  soon?: string | undefined
  title: string
  cta: string
  note: string
  invite: string | undefined
}

/** The registration form of a webinar, hydrated on the first interaction. */
export function RegisterCard({ webinar, request, texts, sessions, soon, title, cta, note, invite }: Props) {
  const { values = {}, errors = {}, problem } = Object(request.form) as Partial<FormState>
  const marketing = texts.find(({ kind }) => kind === 'marketing')
  const props: RegisterFormProps = {
    action: webinarPath(webinar.slug),
    sessions: sessions.map(({ id, starts_at, status, seats_left }) => ({ id, starts_at, status, seats_left })),
    soon,
    state: request.form ? { values, errors, ...(problem && { problem }) } : undefined,
    marketing: marketing && { id: marketing.id, text: marketing.he_text },
    privacyTextId: texts.find(({ kind }) => kind === 'privacy_notice')?.id,
    invite: invite && isLinkToken(invite) ? invite : undefined,
    cta,
  }
  return (
    <>
      <h2>{title}</h2>
      <Island name="webinar-register" props={props}>
        <RegisterForm {...props} />
      </Island>
      <p>{note}</p>
    </>
  )
}
