import type { Backend } from '#client/backend.ts'
import { readPublishedLegal, type PublishedLegal } from '#features/legal/legal.data.ts'
import { type LegalKey, legalPages } from '#features/legal/legal.ts'
import { LegalSheet } from '#features/legal/legal-sheet.tsx'

/** Builds the module of a legal page. Until its text is published the page is a 404. */
export const legalPageOf = (key: LegalKey) => ({
  load: async (backend: Backend) => {
    const published = await readPublishedLegal(backend, key)
    return published && { published }
  },
  head: ({ published }: { published: PublishedLegal }) => ({
    title: legalPages[key].title,
    description: legalPages[key].description,
    modifiedAt: published.version.published_at,
  }),
  View: ({ published }: { published: PublishedLegal }) => <LegalSheet legalKey={key} published={published} />,
})
