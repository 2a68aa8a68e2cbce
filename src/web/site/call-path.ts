import type { SiteFacts } from '../pages.ts'

/** The booking page, or the contact page until it is published. */
export const callPath = ({ publishedPaths }: Pick<SiteFacts, 'publishedPaths'>) =>
  publishedPaths.includes('/book-a-call') ? '/book-a-call' : '/contact'
