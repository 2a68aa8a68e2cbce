// /webinar/:id/thank-you: date, calendar links, steps, a question, WhatsApp consent and an invitation. Without a token: the registration.
import type { Backend } from '#client/backend.ts'
import { privateHead } from '#features/newsletter/mailed-page.tsx'
import { readPhoneConsent, readVisit } from '#features/webinars/public/public-webinars.data.ts'
import { readShownTexts } from '#platform/consents/shown-texts.data.ts'
import type { PageRequest } from '../pages.ts'
import { type ThankYouProps, titleOf } from './thank-you-view.tsx'
import { tokenOfRequest } from './visit-token.ts'

export { ThankYouView as View } from './thank-you-view.tsx'

export async function load(backend: Backend, request: PageRequest) {
  const token = tokenOfRequest(request)
  const [visit, texts, byPhone] = await Promise.all([
    readVisit(backend, token),
    readShownTexts(backend),
    readPhoneConsent(backend, token),
  ])
  // The full e-mail address, which the server passes only to the browser that registered.
  const { typed } = Object(request.form) as { typed?: string }
  return { visit, typed, token, texts, byPhone }
}

export const head = (props: ThankYouProps) => privateHead(titleOf(props))
