import type { Announcement } from '#platform/pages/announcement.ts'
import type { Block } from '#platform/pages/pages.ts'
import type { SiteFacts } from '../../pages.ts'
import { resolveLink } from '../blocks/resolve-link.ts'

/** Whether a page already says where the announcement leads: it is that page, or its opening has the same link. */
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
