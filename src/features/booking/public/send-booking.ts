// Final step of the picker: submits the booking, and navigates to the checkout if a payment is due.
import type { Answer } from '#client/call-function.ts'
import type { BookingResult } from '../booking.ts'
import { bookAppointment } from './book-appointment.data.ts'
import type { BookingView } from './booking-view.ts'
import { answerName } from './details.ts'
import type { Nearest } from './public-booking.data.ts'
import { returnToAppointment } from './return-from-checkout.ts'

/** Resolves to undefined while the browser navigates to the checkout. Errors are keyed by field name. */
export type SendBooking = (view: BookingView, start: number) => Promise<Answer<BookingResult, Nearest> | undefined>

export const sendBooking: SendBooking = async (view, start) => {
  const { type, minutes, zone, held, link, state, attempt, marketing, texts } = view
  const answer = await bookAppointment(
    view.backendKey,
    { typeId: type.id, start, minutes, holdToken: held?.start === start ? held.token : undefined, link },
    {
      values: state.values,
      questions: type.questions,
      zone,
      idempotencyKey: attempt ?? crypto.randomUUID(),
      consentTextId: marketing?.id,
      privacyTextId: texts.find(({ kind }) => kind === 'privacy_notice')?.id,
      sourceUrl: location.href,
    },
  )
  if ('refused' in answer) return { refused: { ...answer.refused, fields: fieldErrors(type, answer.refused.fields) } }
  if (!('data' in answer) || !answer.data.payPath) return answer
  returnToAppointment(window, answer.data.manageToken)
  location.assign(answer.data.payPath)
  return undefined
}

/** Errors of answers are keyed by question id. */
const fieldErrors = ({ questions }: BookingView['type'], fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, message]) => {
      const index = questions.findIndex(({ id }) => name === `answers.${id}`)
      return [index < 0 ? name : answerName(index), message]
    }),
  )
