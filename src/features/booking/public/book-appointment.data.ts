// Submits the booking. Loaded with the later steps, because the first view does not need it.
import { type Answer, callFunction } from '#client/call-function.ts'
import type { FormText } from '#lib/forms/form-post.ts'
import type { BookingResult } from '../booking.ts'
import type { Question } from './booking-offer.ts'
import { answersOf } from './details.ts'
import { type ChosenSlot, choiceOf, type Nearest } from './public-booking.data.ts'

type Details = {
  values: FormText
  questions: readonly Question[]
  zone: string
  idempotencyKey: string
  consentTextId: string | undefined
  privacyTextId: string | undefined
  sourceUrl: string
}

/** Builds the input of book-appointment from the form values. */
export function bookingInput(selected: ChosenSlot, { values, questions, ...shown }: Details) {
  const { name, phone, email, joins, partnerName, partnerEmail, marketingConsent } = values
  return {
    ...choiceOf(selected),
    ...shown,
    name,
    phone,
    email,
    ...(joins === 'on' && { partnerName, partnerEmail }),
    answers: answersOf(values, questions),
    marketingConsent: marketingConsent === 'on',
  }
}

/** A repeated request with the same key books once. */
export const bookAppointment = (
  key: string,
  selected: ChosenSlot,
  details: Details,
): Promise<Answer<BookingResult, Nearest>> => callFunction('book-appointment', key, bookingInput(selected, details))
