// What the owner says about an address in place of what its page says, and how addresses are written.
import { fillTokens } from '#lib/forms/fill-tokens.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Instant, z } from '#lib/schema.ts'

export { reservedSlugs } from './reserved-slugs.ts'

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

/** @public Each table with its row: a test marries them. */
export const rows = { seo_overrides: SeoOverride, seo_settings: SeoSettings }

/** With a path only that page, without one all of them. */
export const ReadSitePages = z.object({ path: z.string().max(2000).optional() })

/** How much of a text search engines usually show, in characters, and what the database takes at most. */
export const lengths = {
  title: { shown: 60, least: 15, most: 120 },
  description: { shown: 160, least: 70, most: 320 },
} as const

/** What the owner says of one address; the rest is left to the page. Plain data: it crosses from the server's modules into Vite's. */
export type OwnWords = {
  title?: string
  description?: string
  /** `src` as in a page's own head; sizes in pixels. */
  image?: { src: string; alt: string; width: number; height: number }
  canonical?: string
  isHidden: boolean
}

/** What the server hands to the rendering of one address. */
export type SaidOfAddress = {
  own: OwnWords | undefined
  titlePattern: string
  /** Names of meta tags with their codes. */
  verification: Record<string, string>
}

/** A page that stands for everybody now, as the SEO manager sees it. */
export const SitePage = z.object({
  /** Decoded, as people read it and as its override is kept. */
  path: z.string(),
  /** What would stand there without a word of the owner's. */
  own: z.object({
    title: z.string(),
    description: z.string(),
    image: z.string().nullable(),
    canonical: z.string().nullable(),
  }),
  /** What visitors and search engines get. */
  title: z.string(),
  description: z.string(),
  /** A whole address; null for a page that nobody shares. */
  image: z.string().nullable(),
  canonical: z.string().nullable(),
  isHidden: z.boolean(),
  /** The page itself asks to be kept out of search: nothing the owner says about it brings it in. */
  hidesItself: z.boolean(),
  modifiedAt: z.string().nullable(),
})
export type SitePage = z.infer<typeof SitePage>

export const defaultPattern = '{{title}} | {{businessName}}'

/** A page's whole title by the owner's pattern. A title that names the business, and a business without a name, need none. */
export function titleBy(pattern: string, title: string, businessName: string): string {
  if (!businessName || title.includes(businessName)) return title
  return fillTokens(pattern, { title, businessName })
}

/** An address of the site in its one spelling: without its host and query, decoded, in small letters, no slash at the end. */
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

/** The path as it stands in a link. */
export const linkTo = (path: string) => encodeURI(path).replaceAll('?', '%3F').replaceAll('#', '%23')

const isPath = (path: string) => path === '/' || (/^\/[^/\s?#\\]/.test(path) && !/[?#\s\\]/.test(path))

/** An optional line of the form: an empty one leaves the page's own word. */
const Line = (most: number) =>
  z
    .string()
    .transform(oneLine)
    .pipe(z.string().max(most, `עד ${most} תווים`))
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

/** A verification code, or the whole meta tag that holds it, as it was pasted. */
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
