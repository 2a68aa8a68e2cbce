// A page stands in a frame (document, header, footer, banner) that is the same for every request until the business changes: it is drawn once.
import type { ReactElement } from 'react'
import type { SiteFacts } from '../../pages.ts'
import { keptWithFacts } from '../../kept-with-facts.ts'
import { drawMarkup } from '../../markup/draw-markup.ts'
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
const frame = keptWithFacts<Frame>()

/** The whole HTML of a page. */
export function drawPage(head: FinishedHead, content: ReactElement, around: Around): string {
  const { start, middle, end } = frameOf(around)
  const inHead = drawMarkup(<DocumentHead head={head} siteName={around.facts.business.business_name} />)
  return start + inHead + middle + drawMarkup(content) + end
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
  return { start: `<!doctype html>${start}`, middle, end }
}
