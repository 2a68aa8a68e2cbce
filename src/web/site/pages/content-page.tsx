// A page made only of blocks, selected by path.
import type { Backend } from '#client/backend.ts'
import type { PageProps, PageRequest } from '../../pages.ts'
import { Blocks } from '../blocks/blocks.tsx'
import { contentHead, readContent, type SiteContent } from '../content.ts'

export const load = (backend: Backend, request: PageRequest) => readContent(backend, request)

export const head = ({ facts, ...content }: PageProps & SiteContent) => contentHead(content, facts)

export const View = ({ page, rows, facts }: PageProps & SiteContent) => (
  <Blocks blocks={page.blocks} facts={facts} rows={rows} />
)
