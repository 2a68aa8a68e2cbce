// A page made only of blocks, selected by path.
import type { Backend } from '#client/backend.ts'
import { offerOf } from '#features/products/products.ts'
import type { Head, PageProps, PageRequest } from '../../pages.ts'
import { Blocks } from '../blocks/blocks.tsx'
import { contentHead, readContent, type SiteContent } from '../content.ts'
import { productPages } from '../product-pages.ts'
import { offerNodes } from '../structured-data/offer-node.ts'

export const load = (backend: Backend, request: PageRequest) => readContent(backend, request)

export function head({ facts, ...content }: PageProps & SiteContent): Head {
  const own = contentHead(content, facts)
  const { path, blocks } = content.page
  const isOfProduct = productPages.some((page) => page === path)
  const opening = blocks.find((block) => block.kind === 'opening')
  const offer = isOfProduct && opening ? offerOf(content.rows.offers, opening.content.product) : undefined
  return offer ? { ...own, addressedJsonLd: (isInSearch) => offerNodes([offer], facts, () => path, isInSearch) } : own
}

export const View = ({ page, rows, facts }: PageProps & SiteContent) => (
  <Blocks blocks={page.blocks} facts={facts} rows={rows} />
)
