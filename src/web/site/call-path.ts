import type { SiteFacts } from '../pages.ts'

/** Where one asks for a call: the page for it, and until that stands the contact page. */
export const callPath = ({ publishedPaths }: Pick<SiteFacts, 'publishedPaths'>) =>
  publishedPaths.includes('/book-a-call') ? '/book-a-call' : '/contact'
