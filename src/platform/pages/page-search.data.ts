import type { Backend } from '#client/backend.ts'
import { searchForm, searchWords } from '#lib/hebrew/search-form.ts'
import { readPublishedPages } from './pages.data.ts'
import { isSiteWide } from './pages.ts'

export type FoundPage = { path: string; title: string; lead: string }

/** Published pages that contain every word of the query, matches in the heading first. */
export async function findPages(backend: Backend, searchText: string): Promise<FoundPage[]> {
  const searchTerms = searchWords(searchText)
  if (searchTerms.length === 0) return []
  const published = await readPublishedPages(backend)
  return published
    .filter(({ path }) => !isSiteWide(path))
    .flatMap(({ path, blocks }) => {
      const first = blocks[0]
      if (first?.kind !== 'hero' && first?.kind !== 'opening') return []
      const { title, lead } = first.content
      const heading = searchForm(title)
      const all = searchForm(blocks.flatMap(({ content }) => textsIn(content)).join(' '))
      if (!searchTerms.every((word) => all.includes(word))) return []
      return [{ path, title, lead, isNamed: searchTerms.every((word) => heading.includes(word)) }]
    })
    .sort((one, other) => Number(other.isNamed) - Number(one.isNamed))
    .map(({ path, title, lead }) => ({ path, title, lead }))
}

function textsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  return part && typeof part === 'object' ? Object.values(part).flatMap(textsIn) : []
}
