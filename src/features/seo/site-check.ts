// Result of the internal link check: broken links, redirected links, and orphaned pages.
import { z } from '#lib/schema.ts'

export const FaultyLink = z.object({
  /** The page that contains the link, decoded; `/*` for the site-wide layout. */
  on: z.string(),
  /** The href as written. */
  to: z.string(),
  words: z.string(),
  /**
   * `broken`: no such page. `left_out`: no such page, so the renderer omitted the link.
   * `no_place`: the page exists, its anchor does not. `moved`: a redirect.
   */
  is: z.enum(['broken', 'left_out', 'no_place', 'moved']),
  /** The target of the redirect. */
  arrivesAt: z.string().nullable(),
})
export type FaultyLink = z.infer<typeof FaultyLink>

export const SiteCheck = z.object({
  /** Number of pages checked, and in total: the check of a very large site is limited to its newest pages. */
  read: z.int(),
  pages: z.int(),
  links: z.array(FaultyLink),
  /** Indexable pages without any internal links to them. */
  orphans: z.array(z.object({ path: z.string(), title: z.string() })),
})
export type SiteCheck = z.infer<typeof SiteCheck>
