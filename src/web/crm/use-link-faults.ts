// Whether links within the site lead to a published page, for the editors of pages and of the link in bio.
import { useCallback } from 'react'
import { useMissingTargets, useSitePages } from '#features/seo/seo.data.ts'
import { sitePath } from '#features/seo/seo.ts'
import { useDebounced } from '#platform/screens/use-debounced.ts'
import { routes } from '#web/routes.ts'
import { matchesPattern } from '#web/site/blocks/resolve-link.ts'

/** `left_out`: pages omit the link. `broken`: it is shown, and leads to the page that says there is none. */
export type LinkFault = 'left_out' | 'broken'

/** Most targets that one request checks. */
const mostTargets = 100

/** Checks any of these hrefs. Until the pages are loaded, nothing is reported. */
export function useLinkFaults(hrefs: readonly string[]): (href: string) => LinkFault | undefined {
  const { data: pages } = useSitePages()
  const targets = useDebounced(targetsOf(hrefs).join('\n'))
  const { data: missing } = useMissingTargets(targets === '' ? [] : targets.split('\n'))
  return useCallback(
    (href) => {
      if (!pages || !href.startsWith('/')) return undefined
      const path = sitePath(href)
      if (pages.some((page) => page.path === path)) return undefined
      if (isTarget(path)) return missing?.has(path) ? (isOmittedWithoutPage(path) ? 'left_out' : 'broken') : undefined
      return isOutsideTheList(path) ? undefined : 'left_out'
    },
    [pages, missing],
  )
}

/** The paths that only the server can check, sorted so that another order asks nothing again. */
function targetsOf(hrefs: readonly string[]): string[] {
  const paths = hrefs.flatMap((href) => (href.startsWith('/') ? [sitePath(href)] : []))
  return [...new Set(paths.filter(isTarget))].toSorted().slice(0, mostTargets)
}

/** A page with parameters also answers to addresses that are not listed: a former slug, an id, a hidden appointment type. */
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
