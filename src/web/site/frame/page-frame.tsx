// A page stands in a frame (document, header, footer, banner) that is the same for every request until the business changes: it is drawn once.
import type { ReactElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import type { SiteFacts } from '../../pages.ts'
import { DocumentHead } from '../../head/document-head.tsx'
import type { FinishedHead } from '../../head/finish-head.ts'
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

type Frame = { start: string; middle: string; end: string }

// No page can hold these: they are of no language.
const headHere = '\u0001'
const contentHere = '\u0002'
const frames = new WeakMap<SiteFacts, Map<string, Frame>>()
const keptFrames = 500

/** The whole HTML of a page. `content` is drawn so that its islands can wake up in it. */
export function drawPage(head: FinishedHead, content: ReactElement, around: Around): string {
  const { start, middle, end } = frameOf(around)
  const inHead = renderToStaticMarkup(<DocumentHead head={head} siteName={around.facts.business.business_name} />)
  const drawn = renderToString(content, { identifierPrefix: 'page' })
  // React asks for the first pictures in front of what it draws: that belongs in the head.
  const [early = ''] = /^(?:<link rel="preload"[^>]*>)*/.exec(drawn) ?? []
  return start + inHead + early + middle + drawn.slice(early.length) + end
}

function frameOf(around: Around): Frame {
  const { facts, path, tags, announcement, bare, quiet } = around
  const key = [path, ...tags.styles, announcement?.key, bare, quiet].join(' ')
  let kept = frames.get(facts)
  if (!kept || kept.size >= keptFrames) frames.set(facts, (kept = new Map()))
  let frame = kept.get(key)
  if (!frame) kept.set(key, (frame = drawFrame(around)))
  return frame
}

function drawFrame({ facts, path, tags, announcement, bare, quiet }: Around): Frame {
  const html = renderToStaticMarkup(
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
  return { start: `<!doctype html>${start}`, middle, end }
}
