// Booking page forms as plain HTML POSTs: hold a slot, submit details, confirm.
import { type FormBody, type FormPost, type FormText, textsOf } from '#lib/forms/form-post.ts'
import { refusals } from '../booking-labels.ts'
import type { BookingResult } from '../booking.ts'
import { linkParameter } from '../links/link-obstacles.ts'
import { campaignNames, managePath } from './booking-view.ts'
import { answerName, detailNames, maxQuestions, prefillNames, quickCheck } from './details.ts'
import { choiceNames } from './hidden-field-values.ts'

const page = 'src/web/booking/type-page.tsx'
const problems = { ...refusals, failed: 'לא הצלחנו לקבוע את הפגישה. הכול נשאר כאן, אפשר לנסות שוב' }
const pathOf = ({ userId = '', appointmentTypeSlug = '' }: Record<string, string>) =>
  `/book/${encodeURIComponent(userId)}/${encodeURIComponent(appointmentTypeSlug)}`

const passedNames = [linkParameter, ...campaignNames, ...prefillNames]
const holdNames = ['typeId', 'start', 'minutes', 'zone', 'hold', ...passedNames]
const formNames = ['consentTextId', 'mend', ...choiceNames, ...campaignNames, ...detailNames]

const choiceOf = ({ typeId, start, minutes, hold, [linkParameter]: link }: FormText) => ({
  typeId,
  startsAt: start,
  duration: minutes,
  holdToken: hold,
  link,
})

export const holdPost: FormPost = {
  path: '/book/:userId/:appointmentTypeSlug/hold',
  page,
  run: 'hold-slot',
  fields: [],
  values: (body) => textsOf(body, holdNames),
  check: (values) => ((values as FormText)['start'] ? {} : { start: 'יש לבחור שעה' }),
  input: choiceOf,
  sent: (answer, values, params) => {
    const { holdToken, releaseAt } = answer as { holdToken: string; releaseAt: string }
    const { start = '', minutes = '', zone = '', ...rest } = values as FormText
    const query = new URLSearchParams({ start, minutes, zone, hold: holdToken, release: String(Date.parse(releaseAt)) })
    for (const name of passedNames) if (rest[name]) query.set(name, rest[name])
    return `${pathOf(params)}?${query.toString()}#booking`
  },
  problems,
}

const questionIdsOf = ({ questionIds = '' }: FormText) => questionIds.split(',').filter(Boolean).slice(0, maxQuestions)

export const bookPost: FormPost = {
  path: '/book/:userId/:appointmentTypeSlug',
  page,
  run: 'book-appointment',
  fields: detailNames,
  values: (body: FormBody) => textsOf(body, formNames),
  check: (values) => quickCheck(values as FormText, []),
  // Shows the details again with the policy before they are submitted; the visitor can still edit them.
  isComplete: (values) => (values as FormText)['step'] === 'confirm' && !(values as FormText)['mend'],
  input: (values, { sourceUrl }) => {
    const text = values as FormText
    const { joins, partnerName, partnerEmail, zone, attempt, consentTextId, privacyTextId } = text
    const campaign = new URLSearchParams(campaignNames.flatMap((name) => (text[name] ? [[name, text[name]]] : [])))
    return {
      ...choiceOf(text),
      ...textsOf(text, ['name', 'phone', 'email']),
      ...(joins === 'on' && { partnerName, partnerEmail }),
      answers: Object.fromEntries(questionIdsOf(text).map((id, index) => [id, text[answerName(index)] ?? ''])),
      zone,
      idempotencyKey: attempt,
      marketingConsent: text['marketingConsent'] === 'on',
      consentTextId,
      privacyTextId,
      sourceUrl: campaign.size > 0 ? `${sourceUrl.split('?')[0]}?${campaign.toString()}` : sourceUrl,
    }
  },
  /** Errors of the questions, keyed by field name. */
  errors: (fields, values) =>
    Object.fromEntries(
      questionIdsOf(values as FormText).flatMap((id, index) => {
        const message = fields[`answers.${id}`]
        return message ? [[answerName(index), message]] : []
      }),
    ),
  // Also while a payment is pending: the manage page has the pay button and the current status.
  sent: (answer) => `${managePath((answer as BookingResult).manageToken)}?booked=1#sent`,
  problems,
}
