// /webinar/:id/thank-you: the date, calendars, three steps, one question, and an invitation for a friend. Without a key: the registration.
import type { Backend } from '#client/backend.ts'
import { privateHead } from '#features/newsletter/mailed-page.tsx'
import { readTypedAddress, readVisit } from '#features/webinars/public/public-webinars.data.ts'
import type { PageRequest } from '../pages.ts'
import { type ThankYouProps, titleOf } from './thank-you-view.tsx'
import { tokenOfRequest } from './visit-token.ts'

export { ThankYouView as View } from './thank-you-view.tsx'

export async function load(backend: Backend, request: PageRequest) {
  const token = tokenOfRequest(request)
  // Whole only in the browser that typed it: its cookie has the same key.
  const isOwn = request.query['own'] === token
  const [visit, typed] = await Promise.all([
    readVisit(backend, token),
    isOwn ? readTypedAddress(backend, token) : undefined,
  ])
  return { visit, typed, token }
}

export const head = (props: ThankYouProps) => privateHead(titleOf(props))
