import type { SiteFacts } from '../pages.ts'

/** The call page; until it is published the chosen booking page, or else the contact page. */
export const callPath = ({ publishedPaths, callBooking }: Pick<SiteFacts, 'publishedPaths' | 'callBooking'>) =>
  publishedPaths.includes('/book-a-call') ? '/book-a-call' : (callBooking ?? '/contact')
