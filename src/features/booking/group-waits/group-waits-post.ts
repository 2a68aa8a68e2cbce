// The waiting list of a full group as a plain HTML POST.
import { type FormPost, type FormText, textsOf } from '#lib/forms/form-post.ts'
import { groupRefusals } from './group-waits.ts'

const path = '/book/:userId/:appointmentTypeSlug/waiting'

export const waitingLabels = { group: 'לאיזה מפגש', name: 'שם מלא', email: 'דוא״ל' } as const

export const groupWaitsPost: FormPost = {
  path,
  page: 'src/web/booking/type-page.tsx',
  run: 'wait-for-group',
  fields: Object.keys(waitingLabels),
  // `waits` identifies the form: the picker on the page posts forms too.
  values: (body) => ({ ...textsOf(body, Object.keys(waitingLabels)), waits: '1' }),
  check: (values) => ((values as FormText)['group'] ? {} : { group: 'יש לבחור מפגש' }),
  input: (values, { body, sourceUrl }) => {
    const { group: groupId, name, email } = values as FormText
    return { groupId, name: name ?? '', email: email ?? '', ...textsOf(body, ['privacyTextId']), sourceUrl }
  },
  errors: ({ groupId, ...others }): Record<string, string> => ({ ...others, ...(groupId && { group: groupId }) }),
  sent: (_answer, _values, { userId = '', appointmentTypeSlug = '' }) =>
    `/book/${encodeURIComponent(userId)}/${encodeURIComponent(appointmentTypeSlug)}?waiting=1#waiting`,
  problems: { ...groupRefusals, failed: 'לא הצלחנו לשמור. הכול נשאר כאן, אפשר לנסות שוב' },
}
