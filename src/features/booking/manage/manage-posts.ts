// Forms of the manage page: acceptance, payment, use of a package, cancellation, reschedule, earlier slot, attendees, link renewal. A GET
// changes nothing: mail scanners open every link.
import { type FormPost, type FormText, textsOf } from '#lib/forms/form-post.ts'
import { refusals } from '../booking-labels.ts'
import { managePath } from '../public/booking-view.ts'

const page = 'src/web/booking/manage-page.tsx'
const problems = { ...refusals, failed: 'לא הצלחנו לשמור. אפשר לנסות שוב בעוד רגע' }

/** The form that adds an attendee. `adds` identifies the form to show again on error. */
const addition = (kind: 'partner' | 'guest'): FormPost => ({
  path: `/appointment/manage/:token/${kind}`,
  page,
  run: 'add-appointment-attendee',
  fields: ['name', 'email'],
  values: (body) => ({ ...textsOf(body, ['name', 'email']), adds: kind }),
  input: (values, { params }) => {
    const { name = '', email = '' } = values as FormText
    return { token: params['token'], kind, name, email }
  },
  sent: (_answer, _values, { token = '' }) => `${managePath(token)}?joined=1#state`,
  problems,
})

export const managePosts: readonly FormPost[] = [
  {
    path: '/appointment/manage/:token/accept',
    page,
    run: 'accept-appointment',
    fields: [],
    input: (_values, { params }) => ({ token: params['token'] }),
    sent: (_answer, _values, { token = '' }) => `${managePath(token)}?accepted=1#state`,
    problems,
  },
  {
    path: '/appointment/manage/:token/pay',
    page,
    run: 'pay-appointment',
    fields: [],
    input: (_values, { params }) => ({ token: params['token'] }),
    sent: (answer) => (answer as { payPath: string }).payPath,
    problems,
  },
  {
    path: '/appointment/manage/:token/package',
    page,
    run: 'use-package',
    fields: [],
    input: (_values, { params }) => ({ token: params['token'] }),
    sent: (_answer, _values, { token = '' }) => `${managePath(token)}?booked=1#sent`,
    problems,
  },
  {
    path: '/appointment/manage/:token/cancel',
    page,
    run: 'cancel-appointment',
    fields: ['reason', 'note'],
    check: (values) => ((values as FormText)['reason'] ? {} : { reason: 'יש לבחור סיבה' }),
    input: (values, { params }) => {
      const { reason, note } = values as FormText
      return { token: params['token'], reason: [reason, note?.trim()].filter(Boolean).join(': ') }
    },
    sent: (_answer, _values, { token = '' }) => `${managePath(token)}#state`,
    problems,
  },
  {
    path: '/appointment/manage/:token/move',
    page,
    run: 'move-appointment',
    fields: [],
    values: (body) => ({ ...textsOf(body, ['start', 'minutes', 'zone', 'hold']), move: '1' }),
    check: (values) => ((values as FormText)['start'] ? {} : { start: 'יש לבחור שעה' }),
    input: (values, { params }) => {
      const { start, hold } = values as FormText
      return { token: params['token'], startsAt: start, ...(hold && { holdToken: hold }) }
    },
    sent: (_answer, _values, { token = '' }) => `${managePath(token)}?moved=1#state`,
    problems,
  },
  {
    path: '/appointment/manage/:token/earlier',
    page,
    run: 'wait-for-earlier-hour',
    fields: ['waits'],
    input: (values, { params }) => ({ token: params['token'], waits: (values as FormText)['waits'] ?? '' }),
    sent: (_answer, _values, { token = '' }) => `${managePath(token)}#earlier-wait`,
    problems,
  },
  addition('partner'),
  addition('guest'),
  {
    path: '/appointment/manage/:token/leave',
    page,
    run: 'leave-appointment',
    fields: [],
    input: (_values, { params }) => ({ token: params['token'] }),
    sent: (_answer, _values, { token = '' }) => `${managePath(token)}?left=1#sent`,
    problems,
  },
  {
    path: '/appointment/manage/:token/renew',
    page,
    run: 'renew-appointment-links',
    fields: ['email'],
    input: (values) => ({ email: (values as FormText)['email'] ?? '' }),
    sent: (_answer, _values, { token = '' }) => `${managePath(token)}?sent=1#sent`,
    problems,
  },
]
