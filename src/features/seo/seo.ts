// Contract of SEO overrides: per-path replacements for a page's metadata, and path normalization.
import { fillTokens } from '#lib/forms/fill-tokens.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Instant, z } from '#lib/schema.ts'

export const SeoOverride = z.object({
  path: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  image_id: z.uuid().nullable(),
  image_alt: z.string().nullable(),
  canonical: z.string().nullable(),
  is_hidden: z.boolean(),
  updated_at: Instant,
  version: z.int(),
})
export type SeoOverride = z.infer<typeof SeoOverride>

export const SeoSettings = z.object({
  is_only: z.boolean(),
  title_pattern: z.string(),
  google_verification: z.string().nullable(),
  bing_verification: z.string().nullable(),
  facebook_verification: z.string().nullable(),
  updated_at: Instant,
  version: z.int(),
})
export type SeoSettings = z.infer<typeof SeoSettings>

/** A first-level path and its owner. */
const SiteAddress = z.object({
  slug: z.string(),
  kind: z.enum(['reserved', 'product', 'page']),
  owner: z.string().nullable(),
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { site_addresses: SiteAddress, seo_overrides: SeoOverride, seo_settings: SeoSettings }

/** With a path only that page, without one all pages. */
export const ReadSitePages = z.object({ path: z.string().max(2000).optional() })

/** Link paths to check on the server, because the list of site pages omits some paths of posts, webinars and forms. */
export const CheckLinkTargets = z.object({ paths: z.array(z.string().max(2000)).max(100) })

/** The paths without a page. */
export type LinkTargets = { missing: string[] }

/** Displayed length in search results, in characters, and the database's maximum. */
export const lengths = {
  title: { shown: 60, least: 15, most: 120 },
  description: { shown: 160, least: 70, most: 320 },
} as const

/**
 * The override of one path; absent values fall back to the page. Plain data, because it is passed from the server's modules into Vite's.
 */
export type SeoValues = {
  title?: string
  description?: string
  /** `src` as in the page's own metadata; sizes in pixels. */
  image?: { src: string; alt: string; width: number; height: number }
  canonical?: string
  isHidden: boolean
}

/** The overrides passed to the renderer for one path. */
export type SeoOfPath = {
  own: SeoValues | undefined
  /** Decoded paths that the owner hides or redirects elsewhere: no other page may use one of them as its canonical URL. */
  notCanonical: readonly string[]
  titlePattern: string
  /** Verification meta tags: name and code. */
  verification: Record<string, string>
}

/** A published page in the SEO manager. */
export type SitePage = {
  /** Decoded and normalized, as in `seo_overrides.path`. */
  path: string
  /** The page's own values, without the override. */
  own: { title: string; description: string; image: string | null; canonical: string | null }
  /** The values with the override applied. */
  title: string
  description: string
  /** An absolute URL; null for a page without share metadata. */
  image: string | null
  canonical: string | null
  isHidden: boolean
  /** The page itself is noindex, which an override cannot change. */
  hidesItself: boolean
  modifiedAt: string | null
}

export const defaultPattern = '{{title}} | {{businessName}}'

/** A page's full title by the configured pattern. A title that already contains the business's name is not changed. */
export function formatTitle(pattern: string, title: string, businessName: string): string {
  if (!businessName || title.includes(businessName)) return title
  return fillTokens(pattern, { title, businessName })
}

/** A normalized path: without host and query string, decoded, lower case, no trailing slash. */
export function sitePath(address: string): string {
  const path = address
    .trim()
    .replace(/^https?:\/\/[^/]*/i, '')
    .replace(/[?#].*$/s, '')
  const plain = `/${decoded(path)}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  return plain.toLowerCase()
}

function decoded(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The path encoded for a link. */
export const linkTo = (path: string) => encodeURI(path).replaceAll('?', '%3F').replaceAll('#', '%23')

const isPath = (path: string) => path === '/' || (/^\/[^/\s?#\\]/.test(path) && !/[?#\s\\]/.test(path))

/** An optional form field: empty falls back to the page's own value. */
const Line = (max: number) =>
  z
    .string()
    .transform(oneLine)
    .pipe(z.string().max(max, `עד ${max} תווים`))
    .transform((text) => text || null)

export const SeoEdit = z.object({
  title: Line(lengths.title.most),
  description: Line(lengths.description.most),
  image_id: z.uuid().nullable(),
  image_alt: Line(200),
  canonical: z
    .string()
    .transform((typed) => (typed.trim() ? sitePath(typed) : null))
    .refine((path) => path === null || isPath(path), 'כתובת באתר מתחילה בקו נטוי, למשל ‎/about'),
  is_hidden: z.boolean(),
})
export type SeoEdit = z.infer<typeof SeoEdit>

/** A verification code, or the whole pasted meta tag. */
const Code = z
  .string()
  .transform((typed) => /content=["']([^"']*)["']/.exec(typed)?.[1] ?? typed.trim())
  .refine((code) => code === '' || /^[\w-]{10,100}$/.test(code), 'הקוד הוא אותיות לטיניות, ספרות ומקפים')
  .transform((code) => code || null)

export const SeoSettingsEdit = z.object({
  title_pattern: z
    .string()
    .transform(oneLine)
    .pipe(z.string().max(100, 'עד 100 תווים'))
    .refine((text) => text.includes('{{title}}'), 'התבנית צריכה להכיל את {{title}}')
    .refine(
      (text) => !/\{\{|\}\}/.test(text.replaceAll('{{title}}', '').replaceAll('{{businessName}}', '')),
      'אפשר להשתמש רק ב־{{title}} וב־{{businessName}}',
    ),
  google_verification: Code,
  bing_verification: Code,
  facebook_verification: Code,
})
export type SeoSettingsEdit = z.infer<typeof SeoSettingsEdit>

export const refusals = {
  seo_path_form: 'הכתובת אינה כתובת של עמוד באתר',
  seo_canonical_form: 'כתובת באתר מתחילה בקו נטוי, למשל ‎/about',
  seo_home_hidden: 'דף הבית תמיד פתוח למנועי החיפוש',
} as const

const pages = `home home-2 home-3 about contact reviews product product-2 product-3 features pricing faq blog newsletter
  unsubscribe unsubscribe-success privacy-policy terms accessibility disclaimer cancel-transaction landinger link-in-bio
  lesson book-a-call preparation design-system ninja fiscal-fitness not-found 404 index search`
const waysFurtherIn = `financial_stage webinar webinar-invite template-preview plf form book appointment lead checkout
  payment-success payment-error preview everywhere everywhere-menu`
const signedIn = `auth login logout setup crm dashboard admin client-login client-portal client-invitation account settings`
const reservedPaths = `api assets rest storage functions realtime share-image sitemap robots rss feed health metrics static
  public src node_modules`

/** Slugs that products cannot use, because each is the first segment of another path. A test compares them with the database. */
export const reservedSlugs: readonly string[] = [pages, waysFurtherIn, signedIn, reservedPaths].flatMap((slugs) =>
  slugs.split(/\s+/),
)
