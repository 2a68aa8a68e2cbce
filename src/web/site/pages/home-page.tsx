import './home-page.css'
import type { Backend } from '#client/backend.ts'
import type { Head, PageProps, PageRequest } from '../../pages.ts'
import { Blocks } from '../blocks/blocks.tsx'
import { BusinessCard, nameOf } from '../business-card.tsx'
import { contentHead, readContent, type SiteContent } from '../content.ts'

type Props = PageProps & { content: SiteContent | undefined }

/** The home page always exists; its A/B variants only while published. */
export async function load(backend: Backend, request: PageRequest) {
  const content =
    (request.variant && (await readContent(backend, request, request.variant))) || (await readContent(backend, request))
  return content || request.path === '/' ? { content, holdsUntil: content?.holdsUntil } : undefined
}

/** The variants are canonical to the home page and noindex. */
export function head({ content, facts, request }: Props): Head {
  if (!isOpen({ content, facts, request }))
    return { title: nameOf(facts.business), description: nameOf(facts.business) }
  return {
    ...contentHead(content!, facts),
    ...(request.path !== '/' && { canonical: '/', robots: 'noindex' }),
  }
}

/** Fallback until texts are published: business name and contact details. */
export function View({ content, facts, request }: Props) {
  if (!content || !isOpen({ content, facts, request })) return <BusinessCard business={facts.business} />
  return (
    <>
      <Blocks blocks={content.page.blocks} facts={facts} rows={content.rows} />
      {/* The law requires a prominent cancellation link on the home page when transactions are made online. */}
      {facts.publishedPaths.includes('/cancel-transaction') && (
        <p className="wrap home-cancel">
          עשיתם עסקה והתחרטתם? <a href="/cancel-transaction">ביטול עסקה</a>
        </p>
      )}
    </>
  )
}

const isOpen = ({ content, facts, request }: Props) =>
  content !== undefined && (facts.business.is_published || request.draft !== undefined)
