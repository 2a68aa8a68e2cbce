// Warns about links that the rendered page omits, or that lead visitors to no page.
import { useCallback } from 'react'
import { reservedSlugs, sitePath } from '#features/seo/seo.ts'
import type { LinkCheck } from '#platform/pages/block-form/link-check.ts'
import type { Block } from '#platform/pages/blocks.ts'
import { linksIn } from '#platform/pages/links-in.ts'
import { routes } from '#web/routes.ts'
import { type LinkIssue, useLinkIssues } from '../use-link-issues.ts'

const words: Record<LinkIssue, string> = {
  left_out: 'אין עכשיו עמוד מפורסם בכתובת הזאת, ולכן הקישור לא יוצג',
  broken: 'אין עכשיו עמוד מפורסם בכתובת הזאת, והקישור יוביל להודעה שהעמוד לא נמצא',
}

export function useLinkCheck(blocks: readonly Block[]): LinkCheck {
  const issueOf = useLinkIssues(linksIn(blocks).map(({ href }) => href))
  return useCallback(
    (href) => {
      const issue = issueOf(href)
      return issue && words[issue]
    },
    [issueOf],
  )
}

/** A path reserved for a page of a later release: publishing does not warn about it. */
export function isReservedPath(href: string): boolean {
  const [, first = ''] = sitePath(href).split('/')
  return reservedSlugs.includes(first) && !routes.some(({ path }) => path.split('/')[1] === first)
}
