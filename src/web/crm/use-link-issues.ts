// Whether links within the site lead to a published page, for the editors of pages and of the link in bio.
import { useCallback, useMemo } from 'react'
import { useOffers } from '#features/products/products.data.ts'
import { useRedirects } from '#features/redirects/redirects.data.ts'
import { useMissingTargets, useSitePages } from '#features/seo/seo.data.ts'
import { sitePath } from '#features/seo/seo.ts'
import { useDebounced } from '#platform/screens/use-debounced.ts'
import { routes } from '#web/routes.ts'
import { matchesPattern, movedPathsOf } from '#web/site/blocks/resolve-link.ts'

/** `left_out`: pages omit the link. `broken`: pages render it, but its target does not exist. */
export type LinkIssue = 'left_out' | 'broken'

/** Maximum number of targets that one request checks. */
const mostTargets = 100

/** Checks any of these hrefs. Until the pages are loaded, nothing is reported. */
export function useLinkIssues(hrefs: readonly string[]): (href: string) => LinkIssue | undefined {
  const { data: pages } = useSitePages()
  const moved = useMovedPaths()
  const targets = useDebounced(targetsOf(hrefs).join('\n'))
  const { data: missing } = useMissingTargets(targets === '' ? [] : targets.split('\n'))
  return useCallback(
    (href) => {
      if (!pages || !moved || !href.startsWith('/')) return undefined
      const path = sitePath(href)
      if (pages.some((page) => page.path === path) || moved.has(path)) return undefined
      if (isTarget(path)) return missing?.has(path) ? (isOmittedWithoutPage(path) ? 'left_out' : 'broken') : undefined
      return isOutsideTheList(path) ? undefined : 'left_out'
    },
    [pages, missing, moved],
  )
}

/** Former paths of the owner's pages and of the products, which redirect. Undefined until they are loaded. */
function useMovedPaths(): ReadonlySet<string> | undefined {
  const { data: pages } = useSitePages()
  const { data: redirects } = useRedirects()
  const { data: offers } = useOffers()
  return useMemo(() => {
    if (!pages || !redirects || !offers) return undefined
    const own = pages
      .map(({ path }) => path)
      .filter((path) => !routes.some((route) => matchesPattern(route.path, path)))
    const targets = new Map(redirects.map(({ from_path, to_address: to }) => [from_path, { to }]))
    const former = offers.flatMap(({ former_slugs: slugs }) => slugs.map((slug) => `/${slug}`))
    return new Set([...former, ...movedPathsOf(targets, [...own, ...former])])
  }, [pages, redirects, offers])
}

/** The paths that only the server can check, sorted so that another order causes no new request. */
function targetsOf(hrefs: readonly string[]): string[] {
  const paths = hrefs.flatMap((href) => (href.startsWith('/') ? [sitePath(href)] : []))
  return [...new Set(paths.filter(isTarget))].toSorted().slice(0, mostTargets)
}

/** A route with parameters also serves unlisted paths: a former slug, an id, a hidden appointment type. */
const isTarget = (path: string) =>
  routes.some(
    (route) =>
      (route.shell === 'site' || (route.shell === 'personal' && route.isShared)) &&
      route.path.includes(':') &&
      matchesPattern(route.path, path),
  )

const isOmittedWithoutPage = (path: string) => matchesPattern('/lead/:slug', path)

/** The call page redirects to the booking or contact page until it is published. */
const isOutsideTheList = (path: string) =>
  path === '/book-a-call' || routes.some((route) => route.shell !== 'site' && matchesPattern(route.path, path))
