// POST action of the callback form: a contact request with the preferred time in its message.
import { type FormPost, type FormText, textsOf } from '#lib/forms/form-post.ts'
import { messageLimit, messageTooLong, texts } from '#features/leads/contact-form.ts'
import { type ContactRequestResult, refusals } from '#features/leads/leads.ts'

export const callTimes = {
  any: 'בכל שעה',
  morning: 'בבוקר, 9:00 עד 12:00',
  noon: 'בצהריים, 12:00 עד 16:00',
  evening: 'אחר הצהריים, 16:00 עד 18:00',
} as const

export const callFormAction: FormPost = {
  path: '/book-a-call',
  page: 'src/web/landing/book-a-call-page.tsx',
  run: 'ask-for-contact',
  fields: ['name', 'phone', 'email', 'when', 'message', 'marketingConsent'],
  // A callback requires a phone number; the contact page accepts either.
  check: ({ phone, message }: FormText) => ({
    ...(!phone?.trim() && { phone: texts.required }),
    ...((message?.length ?? 0) > messageLimit - 100 && { message: messageTooLong }),
  }),
  input: (values, { body, sourceUrl }) => {
    const { when = 'any', message, ...contact } = values as FormText
    const time = Object.hasOwn(callTimes, when) ? callTimes[when as keyof typeof callTimes] : callTimes.any
    return {
      ...contact,
      topic: 'call',
      message: [`נוח לדבר: ${time}`, message].filter(Boolean).join('\n'),
      ...textsOf(body, ['consentTextId', 'privacyTextId']),
      sourceUrl,
    }
  },
  sent: (answer) => `/book-a-call?ticket=${(answer as ContactRequestResult).ticketNumber}#sent`,
  problems: { too_many_requests: refusals.too_many_requests, failed: texts.failed },
}
