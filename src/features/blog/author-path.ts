import { encodePath } from '#lib/encode-path.ts'
import { slugOf } from './slug.ts'

/** Path of an author's page, percent-encoded. A name with no character allowed in a slug gets the path of the list. */
export const authorPath = (name: string) => {
  const slug = slugOf(name)
  return slug ? `/blog/authors/${encodePath(slug)}` : '/blog'
}
