import { encodePath } from '#lib/encode-path.ts'
import { slugOf } from './slug.ts'

/** Path of the page of an author, percent-encoded. A name without a letter that an address can have leads to the list. */
export const authorPath = (name: string) => {
  const slug = slugOf(name)
  return slug ? `/blog/authors/${encodePath(slug)}` : '/blog'
}
