// What the site's own links are like: which lead nowhere, which lead there in a roundabout way, and which pages nothing leads to.
import { z } from '#lib/schema.ts'

export const FaultyLink = z.object({
  /** The page that it stands on, as people read its address; `/*` for what stands around every page. */
  on: z.string(),
  /** As it is written. */
  to: z.string(),
  words: z.string(),
  /**
   * `broken`: no page. `left_out`: no page either, so the page shows the words without the link.
   * `no_place`: the page stands, the place on it does not. `moved`: a redirect leads on.
   */
  is: z.enum(['broken', 'left_out', 'no_place', 'moved']),
  /** Where a redirect leads on to. */
  arrivesAt: z.string().nullable(),
})
export type FaultyLink = z.infer<typeof FaultyLink>

export const SiteCheck = z.object({
  /** How many pages were read, and how many there are: of a very large site the newest are. */
  read: z.int(),
  pages: z.int(),
  links: z.array(FaultyLink),
  /** Pages that may be found, and that no other page of the site leads to. */
  orphans: z.array(z.object({ path: z.string(), title: z.string() })),
})
export type SiteCheck = z.infer<typeof SiteCheck>
