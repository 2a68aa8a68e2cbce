// The one door through which the server renders React. Only plain data goes through: a module loaded by Vite is a second instance.
import '#ui/theme.css'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { ComponentType } from 'react'
import { siteWidePath } from '#features/pages/pages.ts'
import type { SeoOfPath } from '#features/seo/seo.ts'
import type { Head, Moved, PageAddress, PageModule, PageProps, PageRequest, SiteFacts, Timed } from './pages.ts'
import { type Announcement, announcementOf, isShownAt } from './site/frame/announcement.ts'
import type { Tags } from './site/frame/document.tsx'
import { drawPage } from './site/frame/page-frame.tsx'
import { type FinishedHead, finishHead } from './head/finish-head.ts'

export { renderCampaign, renderMail, renderProductMail } from './mail.tsx'
export { readAnnouncement } from './site/frame/announcement.ts'
export { readAbsent, readOffered } from './site/absent.ts'
export { readPixelId } from '#features/tracking/tracking.data.ts'
export { readPublicBusinessProfile as readBusiness } from '#features/business-profile/business-profile.data.ts'

const modules = import.meta.glob<PageModule>([
  '/src/web/{site/pages,design-system,blog,landing,legal,reviews}/*-page.tsx',
  '/src/features/*/*-page.tsx',
])

export type RenderRequest = PageRequest & {
  file: string
  facts: SiteFacts
  said: SeoOfPath
  backend: SupabaseClient
}

/** The finished HTML of a page and how long it holds, where it has moved to, or undefined when its `load` finds nothing at this address. */
export async function renderPage(asked: RenderRequest, tags: Tags): Promise<RenderedPage | Moved | undefined> {
  const opened = await openPage(asked)
  return !opened || 'movedTo' in opened ? opened : drawOpened(opened, asked, tags)
}

/** `html`: the whole document, in UTF-8. */
export type RenderedPage = { html: Buffer } & Timed

/** The HTML of a page whose rows have been read. */
export function drawOpened(opened: OpenedPage, asked: RenderRequest, tags: Tags): RenderedPage {
  const { facts, path, said } = asked
  const { module, props, holdsUntil } = opened
  const { View, bare = false, quiet = false } = module
  const above: Announced & Timed = bare ? {} : announcedNow(asked)
  const html = drawPage(finishHead(module.head(props), path, facts, said), <View {...props} />, {
    facts,
    path,
    tags,
    bare,
    quiet,
    announcement: above.announcement,
  })
  return { html, holdsUntil: earlier(holdsUntil, above.holdsUntil) }
}

type Announced = { announcement?: Announcement | undefined }

/** What stands above the page now. A draft of it is looked at whatever its days. */
function announcedNow({ draft, facts: { announcement } }: RenderRequest): Announced & Timed {
  if (draft?.path === siteWidePath) return { announcement: announcementOf(draft) }
  if (!announcement) return {}
  const { isShown, holdsUntil } = isShownAt(new Date(), announcement)
  return { ...(isShown && { announcement }), holdsUntil }
}

const earlier = (one: string | undefined, other: string | undefined) =>
  one && other ? (Date.parse(one) < Date.parse(other) ? one : other) : (one ?? other)

/** What visitors get of a page's head, and what they would get without a word of the owner's. */
export type PageHead = { own: FinishedHead; finished: FinishedHead }

/** The head of one page, without the page. */
export async function readHead(asked: RenderRequest): Promise<PageHead | undefined> {
  const opened = await openPage(asked)
  if (!opened || 'movedTo' in opened) return undefined
  return bothHeads(opened.module.head(opened.props), asked.path, asked.facts, asked.said)
}

/** The pages that stand at an address with parameters now. */
export async function readAddresses(file: string, backend: SupabaseClient): Promise<PageAddress[]> {
  const { addresses } = await moduleOf(file)
  return addresses ? addresses(backend) : []
}

/** The head of one of them by what the list knows of it. */
export const headOfAddress = ({ path, ...head }: PageAddress, facts: SiteFacts, said: SeoOfPath): PageHead =>
  bothHeads(head, path, facts, said)

const bothHeads = (head: Head, path: string, facts: SiteFacts, said: SeoOfPath): PageHead => ({
  own: finishHead(head, path, facts, { ...said, own: undefined }),
  finished: finishHead(head, path, facts, said),
})

/** A page with what it has read, or where it has moved to; undefined when it finds nothing at this address. */
export async function openPage(asked: RenderRequest): Promise<OpenedPage | Moved | undefined> {
  const { file, facts, backend, path, params, query, form, draft, variant } = asked
  const request = {
    path,
    params,
    query,
    ...(form !== undefined && { form }),
    ...(draft && draft.path !== siteWidePath && { draft }),
    ...(variant && { variant }),
  }
  const module = await moduleOf(file)
  const loaded = module.load ? await module.load(backend, request) : {}
  if (!loaded || 'movedTo' in loaded) return loaded as Moved | undefined
  // Each module types its own props; what binds them together is that load's answer goes to head and View of the same module.
  return {
    module: module as OpenedPage['module'],
    props: { ...loaded, facts, request },
    holdsUntil: (loaded as Timed).holdsUntil,
  }
}

export type OpenedPage = Timed & {
  module: Pick<PageModule, 'bare' | 'quiet'> & { head(props: PageProps): Head; View: ComponentType<PageProps> }
  props: PageProps
}

async function moduleOf(file: string): Promise<PageModule> {
  const open = modules[`/${file}`]
  if (open) return open()
  throw new Error(
    `No page module ${file}: it must be named *-page.tsx and stand in web/site/pages, web/design-system or a feature.`,
  )
}
