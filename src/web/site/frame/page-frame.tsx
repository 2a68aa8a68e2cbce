// The page frame (document, header, footer, banner) is rendered once per site facts and reused for every request.
import type { ReactElement } from 'react'
import type { SiteFacts } from '../../pages.ts'
import { memoizeByFacts } from '../../memoize-by-facts.ts'
import { drawMarkup } from '../../markup/draw-markup.ts'
import { DocumentHead } from '../../head/document-head.tsx'
import type { ResolvedHead } from '../../head/resolve-head.ts'
import type { Announcement } from './announcement.ts'
import { Document, type Tags } from './document.tsx'
import { SiteShell } from './site-shell.tsx'

type FrameOptions = {
  facts: SiteFacts
  path: string
  tags: Tags
  announcement: Announcement | undefined
  /** Without header, footer and banner. */
  bare: boolean
  quiet: boolean
}

/** The fixed parts options head and content, as bytes: they are most of a page. */
type Frame = { start: Buffer; middle: Buffer; end: Buffer }

// Placeholders: control characters never occur in content.
const headSlot = '\u0001'
const contentSlot = '\u0002'
const frame = memoizeByFacts<Frame>()

/** The whole HTML of a page. */
export function renderInFrame(head: ResolvedHead, content: ReactElement, options: FrameOptions): Buffer {
  const { start, middle, end } = frameOf(options)
  const inHead = drawMarkup(<DocumentHead head={head} siteName={options.facts.business.business_name} />)
  return concat([start, inHead, middle, drawMarkup(content), end])
}

/** Concatenates into one buffer, without an intermediate copy. */
function concat(parts: readonly (Buffer | string)[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0))
  let at = 0
  for (const part of parts) at += typeof part === 'string' ? bytes.write(part, at) : part.copy(bytes, at)
  return bytes
}

function frameOf(options: FrameOptions): Frame {
  const { facts, path, tags, announcement, bare, quiet } = options
  const key = [path, ...tags.styles, announcement?.key, bare, quiet].join(' ')
  return frame(facts, key, () => renderFrame(options))
}

function renderFrame({ facts, path, tags, announcement, bare, quiet }: FrameOptions): Frame {
  const html = drawMarkup(
    <Document head={headSlot} facts={facts} tags={tags} strip={announcement?.key}>
      {bare ? (
        <main id="main">{contentSlot}</main>
      ) : (
        <SiteShell facts={facts} path={path} announcement={announcement} quiet={quiet}>
          {contentSlot}
        </SiteShell>
      )}
    </Document>,
  )
  const [start = '', rest = ''] = html.split(headSlot)
  const [middle = '', end = ''] = rest.split(contentSlot)
  return { start: Buffer.from(`<!doctype html>${start}`), middle: Buffer.from(middle), end: Buffer.from(end) }
}
