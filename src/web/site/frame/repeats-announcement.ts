import type { Announcement } from '#platform/pages/announcement.ts'
import type { Block } from '#platform/pages/pages.ts'
import type { SiteFacts } from '../../pages.ts'
import { resolveLink } from '../blocks/resolve-link.ts'

/** Whether the announcement is redundant: the page is its target, or the opening of the page links to the same target. */
export function repeatsAnnouncement(
  { link }: Announcement,
  path: string,
  [first]: readonly Block[],
  facts: SiteFacts,
): boolean {
  const target = resolveLink(link, facts)
  if (!target) return false
  const links = first?.kind === 'hero' || first?.kind === 'opening' ? [first.content.action, first.content.second] : []
  return [path, ...links.map((one) => resolveLink(one, facts))].some((one) => one && pathOf(one) === pathOf(target))
}

const pathOf = (address: string) => address.replace(/[?#].*$/, '')
