// A page stands in a frame (document, header, footer, banner) that is the same for every request until the business changes: it is drawn once.
import type { ReactElement } from 'react'
import type { SiteFacts } from '../../pages.ts'
import { memoizeByFacts } from '../../memoize-by-facts.ts'
import { drawMarkup } from '../../markup/draw-markup.ts'
import { DocumentHead } from '../../head/document-head.tsx'
import type { ResolvedHead } from '../../head/resolve-head.ts'
import type { Announcement } from './announcement.ts'
import { Document, type Tags } from './document.tsx'
import { SiteShell } from './site-shell.tsx'

type Around = {
  facts: SiteFacts
  path: string
  tags: Tags
  announcement: Announcement | undefined
  /** Without header, footer and banner. */
  bare: boolean
  quiet: boolean
}

/** Around the head's own part and around the content, as bytes: they are most of a page, and the same each time. */
type Frame = { start: Buffer; middle: Buffer; end: Buffer }

// No page can hold these: they are of no language.
const headHere = '\u0001'
const contentHere = '\u0002'
const frame = memoizeByFacts<Frame>()

/** The whole HTML of a page. */
export function drawPage(head: ResolvedHead, content: ReactElement, around: Around): Buffer {
  const { start, middle, end } = frameOf(around)
  const inHead = drawMarkup(<DocumentHead head={head} siteName={around.facts.business.business_name} />)
  return joined([start, inHead, middle, drawMarkup(content), end])
}

/** One stretch of memory: a page is too long to be copied twice. */
function joined(parts: readonly (Buffer | string)[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0))
  let at = 0
  for (const part of parts) at += typeof part === 'string' ? bytes.write(part, at) : part.copy(bytes, at)
  return bytes
}

function frameOf(around: Around): Frame {
  const { facts, path, tags, announcement, bare, quiet } = around
  const key = [path, ...tags.styles, announcement?.key, bare, quiet].join(' ')
  return frame(facts, key, () => drawFrame(around))
}

function drawFrame({ facts, path, tags, announcement, bare, quiet }: Around): Frame {
  const html = drawMarkup(
    <Document head={headHere} facts={facts} tags={tags} strip={announcement?.key}>
      {bare ? (
        <main id="main">{contentHere}</main>
      ) : (
        <SiteShell facts={facts} path={path} announcement={announcement} quiet={quiet}>
          {contentHere}
        </SiteShell>
      )}
    </Document>,
  )
  const [start = '', rest = ''] = html.split(headHere)
  const [middle = '', end = ''] = rest.split(contentHere)
  return { start: Buffer.from(`<!doctype html>${start}`), middle: Buffer.from(middle), end: Buffer.from(end) }
}
