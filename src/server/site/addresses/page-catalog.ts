// All public pages with their metadata, for the sitemap and the SEO manager.
import type { Backend } from '#client/backend.ts'
import { linkTo, type SeoOfPath, type SitePage, sitePath } from '#features/seo/seo.ts'
import type { PageHead } from '#web/entry-server.tsx'
import type { SiteFacts } from '#web/pages.ts'
import { routes } from '#web/routes.ts'
import type { Renderer } from '../renderer.ts'
import { matchRoute, matchSharedRoute } from '../match-route.ts'

type Options = {
  renderer: Renderer
  readFacts: () => Promise<SiteFacts>
  /** `path` is URL-encoded. */
  readSeo: (path: string) => Promise<SeoOfPath>
  backend: Backend
}

export type PageCatalog = ReturnType<typeof createPageCatalog>

export function createPageCatalog({ renderer, readFacts, readSeo, backend }: Options) {
  let held: Promise<SitePage[]> | undefined

  /** Finds the metadata of the page at a URL in any spelling; undefined if there is no page. */
  const find = (address: string) => readPageHead(address, matchRoute(sitePath(address)))

  async function readPageHead(
    address: string,
    matched: ReturnType<typeof matchSharedRoute>,
  ): Promise<PageHead | undefined> {
    if (!matched) return undefined
    const { route, params } = matched
    const path = linkTo(sitePath(address))
    const [{ readHead }, facts, seo] = await Promise.all([renderer.open(), readFacts(), readSeo(path)])
    return readHead({ file: route.file, path, params, query: {}, facts, seo, backend })
  }

  async function list(): Promise<SitePage[]> {
    const { readAddresses, headOfAddress } = await renderer.open()
    const facts = await readFacts()
    const found = await Promise.all(
      routes
        .filter((route) => route.shell === 'site')
        .map(async ({ path, file }) => {
          if (!path.includes(':')) return [{ path, head: await find(path) }]
          const addresses = await readAddresses(file, backend)
          return Promise.all(
            addresses.map(async (address) => ({
              path: sitePath(address.path),
              head: headOfAddress(address, facts, await readSeo(address.path)),
            })),
          )
        }),
    )
    return found.flat().flatMap(({ path, head }) => (head ? [toSitePage(path, head)] : []))
  }

  return {
    find,
    /** Like `find`, including personal pages whose URL may be shared. */
    findShared: (address: string) => readPageHead(address, matchSharedRoute(sitePath(address))),
    /** The list is cached until the next change. */
    list(): Promise<SitePage[]> {
      if (held) return held
      const listing = list()
      held = listing
      listing.catch(() => held === listing && (held = undefined))
      return listing
    },
    /** Builds the entry of one page, with the metadata that the page itself has. */
    async read(path: string): Promise<SitePage | undefined> {
      const head = await find(path)
      return head && toSitePage(sitePath(path), head)
    },
    forget: () => void (held = undefined),
  }
}

function toSitePage(path: string, { own, finished }: PageHead): SitePage {
  const { title, description, image, canonical, robots, modifiedAt } = finished
  return {
    path,
    own: {
      title: own.title,
      description: own.description,
      image: own.image?.src ?? null,
      canonical: own.canonical ?? null,
    },
    title,
    description,
    image: image?.src ?? null,
    canonical: canonical ?? null,
    isHidden: !!robots?.includes('noindex'),
    hidesItself: !!own.robots?.includes('noindex'),
    modifiedAt: modifiedAt ?? null,
  }
}
