// /webinar/:id/thank-you: the date, calendars, three steps, one question, and an invitation for a friend. Without a key: the registration.
import type { Backend } from '#client/backend.ts'
import { privateHead } from '#features/newsletter/mailed-page.tsx'
import { readVisit } from '#features/webinars/public/public-webinars.data.ts'
import type { PageRequest } from '../pages.ts'
import { type ThankYouProps, titleOf } from './thank-you-view.tsx'
import { tokenOfRequest } from './visit-token.ts'

export { ThankYouView as View } from './thank-you-view.tsx'

export async function load(backend: Backend, request: PageRequest) {
  const token = tokenOfRequest(request)
  const visit = await readVisit(backend, token)
  // The server read it for the browser that typed it.
  const { typed } = Object(request.form) as { typed?: string }
  return { visit, typed, token }
}

export const head = (props: ThankYouProps) => privateHead(titleOf(props))
