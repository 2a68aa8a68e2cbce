import type { SiteFacts } from '../pages.ts'

/** Where one asks for a call: the page for it, and until that stands the contact page. */
export const callAddress = ({ standing }: Pick<SiteFacts, 'standing'>) =>
  standing.includes('/book-a-call') ? '/book-a-call' : '/contact'
