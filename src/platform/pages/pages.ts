// Contract of pages: ordered blocks, one version per save, one published version.
import { Instant, z } from '#lib/schema.ts'
import { Block, type Kind, kindOf } from './blocks.ts'

export { Block, type BlockOf, type Kind, kindOf } from './blocks.ts'

/** A page as rendered. The first of `blocks` renders the h1. */
export type Page = { path: string; blocks: Block[]; publishedAt: string }

/** A default page, seeded once; the business owns it from then on. */
export type DefaultPage = { path: string; label: string; blocks: Block[] }

export const SitePage = z.object({
  path: z.string(),
  label: z.string(),
  position: z.int(),
  published_version_id: z.uuid().nullable(),
  published_at: Instant.nullable(),
  published_by: z.uuid().nullable(),
  created_at: Instant,
  updated_at: Instant,
  is_demo: z.boolean(),
  /** The number of the newest version. */
  version: z.int(),
})
export type SitePage = z.infer<typeof SitePage>

/** One save; immutable. `is_planted`: a seeded default, not written by a user. */
export const PageVersion = z.object({
  id: z.uuid(),
  path: z.string(),
  number: z.int(),
  blocks: z.array(z.unknown()),
  note: z.string(),
  is_planted: z.boolean(),
  created_by: z.uuid().nullable(),
  created_at: Instant,
})
export type PageVersion = z.infer<typeof PageVersion>

/** @public Row schema of each table; a test compares them with the database. */
export const rows = { pages: SitePage, page_versions: PageVersion }

export const maxBlocks = 60

/** The path of the site-wide page, whose blocks are shown on every page. */
export const siteWidePath = '/*'

/** The blocks of a whole page: starts with its one opening block, unique ids. The site-wide page takes only site-wide kinds. */
export const blocksOf = (path: string) =>
  z
    .array(Block)
    .min(1, 'עמוד צריך לפחות מקטע אחד')
    .max(maxBlocks, `עד ${maxBlocks} מקטעים בעמוד`)
    .refine((blocks) => path === siteWidePath || hasOneOpening(blocks), 'עמוד מתחיל בכותרת העמוד, ויש בו רק אחת')
    .refine((blocks) => blocks.every(({ kind }) => isAllowedOn(path, kind)), 'יש כאן מקטע שאינו מתאים לעמוד הזה')
    .refine((blocks) => new Set(blocks.map(({ id }) => id)).size === blocks.length, 'לכל מקטע שם משלו')

export const isAllowedOn = (path: string, kind: Kind): boolean =>
  (kindOf(kind).everywhere === true) === (path === siteWidePath)

/** Whether the page has exactly one h1 block, and it is the first. */
export function hasOneOpening(blocks: readonly Block[]): boolean {
  const openings = blocks.map(({ kind }) => kindOf(kind).opens === true)
  return openings[0] === true && openings.filter(Boolean).length === 1
}

const anyBlocks = z.array(z.unknown()).max(maxBlocks, `עד ${maxBlocks} מקטעים בעמוד`)

/** A save: the new draft, and the newest version that was seen. */
export const PageSave = z.object({
  path: z.string(),
  blocks: anyBlocks,
  seenVersion: z.int(),
  note: z.string().max(120).default(''),
})

/** The saved version; an unchanged save returns the existing one. */
export const Saved = PageVersion.pick({ id: true, number: true })
export type Saved = z.infer<typeof Saved>

/** Publishes one version, or unpublishes with null. `seenPublishedId` is the published version the caller saw. */
export const PagePublish = z.object({
  path: z.string(),
  versionId: z.uuid().nullable(),
  seenPublishedId: z.uuid().nullable(),
})

/** Publishes the site: the newest version of each of these pages, and the site itself. */
export const SitePublish = z.object({ paths: z.array(z.string()).min(1, 'צריך לבחור לפחות עמוד אחד').max(200) })

/** An unsaved page for the preview. */
export const PageDraft = z.object({ path: z.string(), blocks: anyBlocks })

/** Refusal texts of the functions. */
export const refusals = {
  page_not_found: 'העמוד אינו קיים',
  version_not_found: 'הגרסה הזאת אינה קיימת',
  stale_version: 'מישהו שמר או פרסם את העמוד בזמן שערכתם אותו',
  invalid_input: 'יש מקטע שעוד לא מלא כמו שצריך',
  page_blocks_form: 'העמוד ארוך מדי',
} as const
