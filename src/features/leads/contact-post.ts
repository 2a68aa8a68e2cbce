// The contact form's plain HTML POST, for browsers without JavaScript.
import type { FormPost } from '#lib/forms/form-post.ts'
import { fieldNames, type FormValues, valuesOf, texts } from './contact-form.ts'
import { type ContactRequestResult, refusals } from './leads.ts'

export const contactPost: FormPost = {
  path: '/contact',
  page: 'src/web/site/pages/contact-page.tsx',
  run: 'ask-for-contact',
  fields: fieldNames,
  values: (body) => valuesOf((name) => body[name]),
  input: (values, { body: { consentTextId, privacyTextId }, sourceUrl }) => ({
    ...(values as FormValues),
    consentTextId,
    privacyTextId,
    sourceUrl,
  }),
  sent: (answer) => `/contact?ticket=${(answer as ContactRequestResult).ticketNumber}#sent`,
  problems: {
    too_many_requests: refusals.too_many_requests,
    failed: texts.failed,
    suspicious: texts.suspicious,
    too_long: texts.tooLong,
    unreadable: texts.wrongKind,
  },
}
