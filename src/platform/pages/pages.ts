// Contract of pages: ordered blocks, one version per save, one published version.
import { Instant, z } from '#lib/schema.ts'
import { Block, type Kind, kindOf } from './blocks.ts'
import { maxMenuLinks } from './live-blocks/menu.ts'

export { Block, type BlockOf, type Kind, kindOf } from './blocks.ts'

/** A page as rendered. The first of `blocks` renders the h1. */
export type Page = { path: string; blocks: Block[]; publishedAt: string; layout?: Layout; isOwn?: boolean }

/** A default page, seeded once. Later seeds never overwrite edits of the business. */
export type DefaultPage = { path: string; label: string; blocks: Block[] }

/** A landing page has neither navigation nor footer, so that one action remains. */
export const layouts = ['site', 'landing'] as const
const Layout = z.enum(layouts)
export type Layout = z.infer<typeof Layout>

export const SitePage = z.object({
  path: z.string(),
  label: z.string(),
  position: z.int(),
  is_own: z.boolean(),
  layout: Layout,
  published_version_id: z.uuid().nullable(),
  published_at: Instant.nullable(),
  published_by: z.uuid().nullable(),
  created_at: Instant,
  updated_at: Instant,
  is_demo: z.boolean(),
  /** The number of the newest version. */
  version: z.int(),
  publish_at: Instant.nullable(),
  scheduled_version_id: z.uuid().nullable(),
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
export const rowSchemas = { pages: SitePage, page_versions: PageVersion }

export const maxBlocks = 60

/** The path of the announcement, which is shown on every page. */
export const siteWidePath = '/*'

/** The path of the menu and the footer of every page. */
export const framePath = '/*frame'

/** Whether a path holds site-wide parts instead of a page. */
export const isSiteWide = (path: string) => path === siteWidePath || path === framePath

/** The blocks of a whole page: its one opening block first, with unique ids. A site-wide page accepts only its own kinds. */
export const blocksOf = (path: string) =>
  z
    .array(Block)
    .min(1, 'עמוד צריך לפחות מקטע אחד')
    .max(maxBlocks, `עד ${maxBlocks} מקטעים בעמוד`)
    .refine((blocks) => isSiteWide(path) || hasOneOpening(blocks), 'עמוד מתחיל בכותרת העמוד, ויש בו רק אחת')
    .refine((blocks) => blocks.every(({ kind }) => isAllowedOn(path, kind)), 'יש כאן מקטע שאינו מתאים לעמוד הזה')
    .refine((blocks) => new Set(blocks.map(({ id }) => id)).size === blocks.length, 'לכל מקטע שם משלו')

export const isAllowedOn = (path: string, kind: Kind): boolean =>
  (kindOf(kind).everywhere ?? '') === (isSiteWide(path) ? path : '')

/** Whether the page has exactly one h1 block, and it is the first. */
export function hasOneOpening(blocks: readonly Block[]): boolean {
  const openings = blocks.map(({ kind }) => kindOf(kind).opens === true)
  return openings[0] === true && openings.filter(Boolean).length === 1
}

const anyBlocks = z.array(z.unknown()).max(maxBlocks, `עד ${maxBlocks} מקטעים בעמוד`)

/** A save: the new draft, and the latest version the client has read. */
export const PageSave = z.object({
  path: z.string(),
  blocks: anyBlocks,
  seenVersion: z.int(),
  note: z.string().max(120).default(''),
})

/** The saved version; an unchanged save returns the existing one. */
export const PageSaved = PageVersion.pick({ id: true, number: true })
export type PageSaved = z.infer<typeof PageSaved>

/**
 * Publishes one version, or unpublishes with null. `seenPublishedId` is the published version the caller saw. `inMenu` adds or removes the
 * menu's link to the page, also of a version that is already published.
 */
export const PagePublish = z.object({
  path: z.string(),
  versionId: z.uuid().nullable(),
  seenPublishedId: z.uuid().nullable(),
  inMenu: z.boolean().optional(),
})

/** Publishes the site: the latest version of each of these pages, and the site itself. */
export const SitePublish = z.object({ paths: z.array(z.string()).min(1, 'צריך לבחור לפחות עמוד אחד').max(200) })

/** An unsaved page for the preview. */
export const PageDraft = z.object({ path: z.string(), blocks: anyBlocks, layout: Layout.default('site') })

/** The slug of an owner's page, in the format of product slugs, because both share one registry. */
export const PageSlug = z
  .string()
  .trim()
  .toLowerCase()
  .min(2, 'כתובת של שני תווים או יותר')
  .max(60, 'עד 60 תווים')
  .regex(/^[a-z0-9א-ת]+(-[a-z0-9א-ת]+)*$/, 'אותיות, ספרות ומקפים ביניהם, בלי רווחים')

const PageLabel = z.string().trim().min(1, 'שדה חובה').max(80, 'עד 80 תווים')

/** A new page: from a template, or as a copy of the latest version of another page. */
export const PageAdd = z.object({
  label: PageLabel,
  slug: PageSlug,
  layout: Layout,
  template: z.string().max(40).default(''),
  copyOf: z.string().max(300).default(''),
})
export const PageSettings = z.object({ path: z.string(), label: PageLabel, slug: PageSlug, layout: Layout })
/** `redirectTo`: redirect target of the deleted path; '' for none. */
export const PageDelete = z.object({
  path: z.string(),
  redirectTo: z.union([z.literal(''), z.string().regex(/^\/(?![/\\])\S*$/, 'כתובת באתר, למשל ‎/about')]),
})
/** `at: null` removes the schedule. */
export const PageSchedule = z.object({ path: z.string(), versionId: z.uuid(), at: Instant.nullable() })

/** Refusal texts of the functions. */
export const refusals = {
  page_not_found: 'העמוד אינו קיים',
  page_of_the_system: 'את העמוד הזה אפשר להסתיר, אבל לא להעביר או למחוק: האתר נשען עליו',
  slug_taken: 'בכתובת הזאת כבר יש עמוד או מוצר. אפשר לבחור אחרת',
  slug_reserved: 'הכתובת הזאת שמורה לאתר. אפשר לבחור אחרת',
  page_address_form: 'אותיות, ספרות ומקפים ביניהם, בלי רווחים',
  page_template_unknown: 'התבנית הזאת אינה קיימת',
  menu_full: `התפריט מלא: יש בו כבר ${maxMenuLinks} קישורים. כדי להוסיף קישור, קודם מסירים אחד ב״תפריט ותחתית״`,
  hour_in_the_past: 'יש לבחור מועד עתידי',
  redirect_loop: 'הכתובת מפנה בחזרה לעמוד שנמחק. אפשר לבחור אחרת',
  redirect_chain_too_long: 'הכתובת מפנה הלאה יותר מדי פעמים. אפשר לבחור את היעד הסופי',
  version_not_found: 'הגרסה הזאת אינה קיימת',
  stale_version: 'מישהו שמר או פרסם את העמוד בזמן שערכתם אותו',
  invalid_input: 'יש מקטע שעוד לא מלא כמו שצריך',
  picture_missing: 'תמונה שבעמוד נמחקה מהספרייה בינתיים. אפשר לבחור אחרת במקטע שלה ולשמור שוב',
  page_blocks_form: 'העמוד ארוך מדי',
} as const
