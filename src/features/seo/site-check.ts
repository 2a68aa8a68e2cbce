// Result of the internal link check: broken links, redirected links, and orphaned pages.

export type FaultyLink = {
  /** The page that contains the link, decoded; `/*` for the site-wide layout. */
  on: string
  /** The href as written. */
  to: string
  words: string
  /**
   * `broken`: no such page. `left_out`: no such page, so the renderer omitted the link.
   * `no_place`: the page exists, its anchor does not. `moved`: a redirect.
   */
  is: 'broken' | 'left_out' | 'no_place' | 'moved'
  /** The target of the redirect. */
  arrivesAt: string | null
}

export type SiteCheck = {
  /** Number of pages checked, and in total: the check of a very large site is limited to its newest pages. */
  read: number
  pages: number
  links: FaultyLink[]
  /** Indexable pages without any internal links to them. */
  orphans: { path: string; title: string }[]
}
