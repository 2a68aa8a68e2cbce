// Entry point for server rendering. Only plain data crosses it: a module loaded by Vite is a second instance.
import '#ui/theme.css'
import type { Backend } from '#client/backend.ts'
import type { ComponentType } from 'react'
import { frameOf } from '#platform/pages/frame.ts'
import { type Block, framePath, isSiteWide, type Layout, type Page, siteWidePath } from '#platform/pages/pages.ts'
import type { SeoOfPath } from '#features/seo/seo.ts'
import type {
  Head,
  MovedPage,
  PageAddress,
  PageModule,
  PageProps,
  PageRequest,
  SiteFacts,
  Embeddable,
  TimedContent,
} from './pages.ts'
import { type Announcement, announcementOf, isShownAt } from '#platform/pages/announcement.ts'
import { hasSecretUrl } from './site/frame/secret-url.ts'
import { renderPageDocument, type Tags } from './site/frame/render-page.tsx'
import { repeatsAnnouncement } from './site/frame/repeats-announcement.ts'
import { type ResolvedHead, resolveHead } from './head/resolve-head.ts'

export { renderCampaign, renderMail, renderProductMail, renderServiceMessage } from './mail.tsx'
export { readSiteFrame } from '#platform/pages/frame.ts'
export { readAnnouncement } from '#platform/pages/announcement.ts'
export { readUnpublishedPaths, readProductPaths } from './site/unpublished.ts'
export { readCallBooking } from '#features/booking/public/host-page.data.ts'
export { readPixelId } from '#features/tracking/tracking.data.ts'
export { readPublicBusinessProfile as readBusiness } from '#platform/business-profile/business-profile.data.ts'

const modules = import.meta.glob<PageModule>([
  '/src/web/{action-links,blog,booking,checkout,design-system,forms,landing,launches,lead-magnets,legal,quiz,reviews,site/pages,webinars}/*-page.tsx',
  '/src/{features,platform}/*/*-page.tsx',
])

export type RenderRequest = PageRequest & {
  file: string
  facts: SiteFacts
  seo: SeoOfPath
  backend: Backend
}

/** The HTML of a page and its expiry, a redirect target, or undefined when `load` finds no page at this path. */
export async function renderPage(request: RenderRequest, tags: Tags): Promise<RenderedPage | MovedPage | undefined> {
  const opened = await loadPage(request)
  return !opened || 'movedTo' in opened ? opened : renderLoadedPage(opened, request, tags)
}

/** `html`: the whole document, in UTF-8. */
export type RenderedPage = { html: Buffer } & TimedContent & Embeddable

/** Renders a page whose data has been loaded. */
export function renderLoadedPage(opened: LoadedPage, request: RenderRequest, tags: Tags): RenderedPage {
  const { path, seo } = request
  const { module, props, holdsUntil, framedBy, layout = 'site' } = opened
  const facts = withDraft(request)
  const { View, bare = false, quiet = false, startsWithForm = false } = module
  const above: WithAnnouncement & TimedContent = bare ? {} : activeAnnouncement(request, opened)
  const html = renderPageDocument(
    resolveHead(module.head(props), path, facts, seo),
    <View {...props} facts={facts} />,
    {
      facts,
      path,
      tags,
      bare,
      layout: quiet ? 'quiet' : layout,
      startsWithForm,
      hasSecretUrl: hasSecretUrl(request),
      announcement: above.announcement,
    },
  )
  return { html: Buffer.from(html), holdsUntil: earlier(holdsUntil, above.holdsUntil), framedBy }
}

/** A draft of menu and footer replaces them in the preview. */
const withDraft = ({ facts, draft }: RenderRequest): SiteFacts =>
  draft?.path === framePath ? { ...facts, frame: frameOf(draft.blocks) } : facts

type WithAnnouncement = { announcement?: Announcement | undefined }

/** The current announcement, unless the page repeats it. Its draft is shown regardless of its dates. */
function activeAnnouncement(
  { draft, path, facts }: RenderRequest,
  { blocks }: LoadedPage,
): WithAnnouncement & TimedContent {
  const { announcement } = facts
  if (draft?.path === siteWidePath) return { announcement: announcementOf(draft) }
  if (!announcement) return {}
  const { isShown, holdsUntil } = isShownAt(new Date(), announcement)
  return { ...(isShown && !repeatsAnnouncement(announcement, path, blocks, facts) && { announcement }), holdsUntil }
}

const earlier = (one: string | undefined, other: string | undefined) =>
  one && other ? (Date.parse(one) < Date.parse(other) ? one : other) : (one ?? other)

/** The effective head of a page, and the head without the owner's SEO overrides. */
export type PageHead = { own: ResolvedHead; finished: ResolvedHead }

/** The head of one page, without rendering the page. */
export async function readHead(request: RenderRequest): Promise<PageHead | undefined> {
  const opened = await loadPage(request)
  if (!opened || 'movedTo' in opened) return undefined
  return bothHeads(opened.module.head(opened.props), request.path, request.facts, request.seo)
}

/** The published pages of a parameterised route. */
export async function readAddresses(file: string, backend: Backend): Promise<PageAddress[]> {
  const { addresses } = await moduleOf(file)
  return addresses ? addresses(backend) : []
}

/** The head of a page of a parameterised route, from its list entry alone. */
export const headOfAddress = ({ path, ...head }: PageAddress, facts: SiteFacts, seo: SeoOfPath): PageHead =>
  bothHeads(head, path, facts, seo)

const bothHeads = (head: Head, path: string, facts: SiteFacts, seo: SeoOfPath): PageHead => ({
  own: resolveHead(head, path, facts, { ...seo, own: undefined }),
  finished: resolveHead(head, path, facts, seo),
})

/** A page with its loaded data, a redirect target, or undefined when `load` finds no page. */
export async function loadPage(renderRequest: RenderRequest): Promise<LoadedPage | MovedPage | undefined> {
  const { file, facts, backend, path, params, query, form, draft, variant, client } = renderRequest
  const request = {
    path,
    params,
    query,
    ...(form !== undefined && { form }),
    ...(draft && !isSiteWide(draft.path) && { draft }),
    ...(variant && { variant }),
    ...(client && { client }),
  }
  const module = await moduleOf(file)
  const loaded = module.load ? await module.load(backend, request) : {}
  if (!loaded || 'movedTo' in loaded) return loaded as MovedPage | undefined
  const page = pageOf(loaded as OfBlocks)
  // Each module types its props: the result of its `load` is passed to its own `head` and `View`.
  return {
    module: module as LoadedPage['module'],
    props: { ...loaded, facts, request },
    holdsUntil: (loaded as TimedContent).holdsUntil,
    framedBy: (loaded as Embeddable).framedBy,
    layout: module.layout ?? page?.layout,
    blocks: page?.blocks ?? [],
  }
}

type OfBlocks = { page?: Page; content?: { page: Page } }

/** The page of blocks in the loaded data, if there is one. */
const pageOf = ({ page, content }: OfBlocks) => page ?? content?.page

export type LoadedPage = TimedContent &
  Embeddable & {
    /** The fixed layout of a module, or that which the owner chose for a page of blocks. */
    layout?: Layout | undefined
    blocks: readonly Block[]
    module: Pick<PageModule, 'bare' | 'quiet' | 'startsWithForm'> & {
      head(props: PageProps): Head
      View: ComponentType<PageProps>
    }
    props: PageProps
  }

async function moduleOf(file: string): Promise<PageModule> {
  const open = modules[`/${file}`]
  if (open) return open()
  throw new Error(
    `No page module ${file}: it must be named *-page.tsx and stand in web/site/pages, web/design-system or a feature.`,
  )
}
