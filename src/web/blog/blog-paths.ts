// URLs of the blog lists.
import { memoize } from '#lib/memoize.ts'

type List = { topic?: string | undefined; tag?: string | undefined; q?: string | undefined; page?: number }

/** Path with query; default values are omitted. */
export function listPath({ topic, tag, q, page = 1 }: List): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ topic, tag, q })) if (value) params.set(name, value)
  if (page > 1) params.set('page', String(page))
  const query = params.toString()
  return query ? `/blog?${query}` : '/blog'
}

export const topicPath = memoize((topic: string) => listPath({ topic }))
