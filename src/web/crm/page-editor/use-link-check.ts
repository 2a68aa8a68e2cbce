// Warns about links that the rendered page omits, or that lead visitors to no page.
import { useCallback } from 'react'
import { useMissingTargets, useSitePages } from '#features/seo/seo.data.ts'
import { reservedSlugs, sitePath } from '#features/seo/seo.ts'
import type { LinkCheck } from '#platform/pages/block-form/link-check.ts'
import type { Block } from '#platform/pages/blocks.ts'
import { linksIn } from '#platform/pages/links-in.ts'
import { useDebounced } from '#platform/screens/use-debounced.ts'
import { routes } from '#web/routes.ts'
import { matchesPattern } from '#web/site/blocks/resolve-link.ts'

const leftOut = 'אין עכשיו עמוד מפורסם בכתובת הזאת, ולכן הקישור לא יוצג'
const leadsNowhere = 'אין עכשיו עמוד מפורסם בכתובת הזאת, והקישור יוביל להודעה שהעמוד לא נמצא'

/** Most targets that one request checks. */
const mostTargets = 100

/** Checks a URL against the published pages, and the targets of these blocks. Until they are loaded, nothing is reported. */
export function useLinkCheck(blocks: readonly Block[]): LinkCheck {
  const { data: pages } = useSitePages()
  const targets = useDebounced(targetsOf(blocks).join('\n'))
  const { data: missing } = useMissingTargets(targets === '' ? [] : targets.split('\n'))
  return useCallback(
    (href) => {
      if (!pages || !href.startsWith('/')) return undefined
      const path = sitePath(href)
      if (pages.some((page) => page.path === path)) return undefined
      if (isTarget(path)) return missing?.has(path) ? (isOmittedWithoutPage(path) ? leftOut : leadsNowhere) : undefined
      return isOutsideTheList(path) ? undefined : leftOut
    },
    [pages, missing],
  )
}

/** The paths that only the server can check, sorted so that moving blocks asks nothing again. */
function targetsOf(blocks: readonly Block[]): string[] {
  const paths = linksIn(blocks).flatMap(({ href }) => (href.startsWith('/') ? [sitePath(href)] : []))
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

/** A path reserved for a page of a later release: publishing does not warn about it. */
export function isReservedPath(href: string): boolean {
  const [, first = ''] = sitePath(href).split('/')
  return reservedSlugs.includes(first) && !routes.some(({ path }) => path.split('/')[1] === first)
}
