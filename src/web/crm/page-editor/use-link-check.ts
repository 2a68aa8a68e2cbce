// Warns about links that the rendered page omits.
import { useCallback } from 'react'
import { useSitePages } from '#features/seo/seo.data.ts'
import { reservedSlugs, sitePath } from '#features/seo/seo.ts'
import type { LinkCheck } from '#platform/pages/block-form/link-check.ts'
import { routes } from '#web/routes.ts'
import { matchesPattern } from '#web/site/blocks/resolve-link.ts'

/** Checks a URL against the published pages. Until they are loaded, nothing is reported. */
export function useLinkCheck(): LinkCheck {
  const { data: pages } = useSitePages()
  return useCallback(
    (href) => {
      if (!pages || !href.startsWith('/')) return undefined
      const path = sitePath(href)
      const isKnown = pages.some((page) => page.path === path) || isOutsideTheList(path)
      return isKnown ? undefined : 'אין עכשיו עמוד מפורסם בכתובת הזאת, ולכן הקישור לא יוצג'
    },
    [pages],
  )
}

/** The call page redirects to the booking or contact page until it is published. Lead magnets are listed while they can be requested. */
const isOutsideTheList = (path: string) =>
  path === '/book-a-call' ||
  routes.some((route) =>
    (route.shell === 'site' && !route.path.includes(':')) || route.path === '/lead/:slug'
      ? false
      : matchesPattern(route.path, path),
  )

/** A path reserved for a page of a later release: publishing does not warn about it. */
export function isReservedPath(href: string): boolean {
  const [, first = ''] = sitePath(href).split('/')
  return reservedSlugs.includes(first) && !routes.some(({ path }) => path.split('/')[1] === first)
}
