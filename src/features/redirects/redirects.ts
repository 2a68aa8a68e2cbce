// Contract of redirects and of the log of missing pages.
import { sitePath } from '#features/seo/seo.ts'
import { Instant, z } from '#lib/schema.ts'

export const Redirect = z.object({
  id: z.uuid(),
  from_path: z.string(),
  to_address: z.string(),
  code: z.union([z.literal(301), z.literal(302)]),
  hits: z.int(),
  last_hit_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
  version: z.int(),
})
export type Redirect = z.infer<typeof Redirect>

export const NotFoundEntry = z.object({
  path: z.string(),
  count: z.int(),
  /** The number of visitors who reported the link as broken. */
  reports: z.int(),
  last_ref: z.string().nullable(),
  first_at: Instant,
  last_at: Instant,
})
export type NotFoundEntry = z.infer<typeof NotFoundEntry>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { redirects: Redirect, not_found_log: NotFoundEntry }

const pathForm = 'כתובת באתר מתחילה בקו נטוי, למשל ‎/about, בלי רווחים'
const toForm = 'יש להזין כתובת באתר, למשל ‎/about, או כתובת מלאה שמתחילה ב־https'

export const RedirectEdit = z
  .object({
    from_path: z
      .string()
      .min(1, { error: 'שדה חובה', abort: true })
      .transform(sitePath)
      .refine((path) => path !== '/', 'דף הבית תמיד עומד, אין ממנו הפניה')
      .refine((path) => !/[?#\s\\]/.test(path) && path.length <= 300, pathForm),
    to_address: z
      .string()
      .trim()
      .min(1, { error: 'שדה חובה', abort: true })
      .max(500, 'עד 500 תווים')
      .refine((to) => !/[\s\\]/.test(to) && /^(\/(?!\/)|https:\/\/[^/@?#]+\.[^/@?#]+([/?#]|$))/.test(to), toForm),
    code: z.union([z.literal(301), z.literal(302)]),
  })
  .refine(({ from_path, to_address }) => !to_address.startsWith('/') || sitePath(to_address) !== from_path, {
    path: ['to_address'],
    message: 'הכתובת מפנה אל עצמה',
  })
export type RedirectEdit = z.infer<typeof RedirectEdit>

/** An absolute URL of the site as a path, so that the database can detect loops; other URLs unchanged. */
export function withinSite(address: string, origin: string): string {
  const trimmed = address.trim()
  const rest = trimmed.slice(origin.length)
  const isHere = trimmed.toLowerCase().startsWith(origin.toLowerCase()) && /^([/?#]|$)/.test(rest)
  return isHere ? rest.replace(/^(?!\/)/, '/') : address
}

/** A redirect's target and status: 301 permanent, 302 temporary. */
export type RedirectTarget = { to: string; code: 301 | 302 }

/** The Location header: non-ASCII characters encoded, existing escapes unchanged. */
export const locationOf = (to: string) => encodeURI(to).replaceAll(/%25([\da-f]{2})/gi, '%$1')

/** The path as it may be logged. Undefined for a path that may contain personal data or a token, or that is a known scanner probe. */
export function missingPath(address: string): string | undefined {
  const path = sitePath(address)
  if (path.length > 300 || /[\p{Cc}?#]/u.test(path)) return undefined
  const isPersonal = /@|\d{7,}/.test(path) || path.split('/').some(isToken)
  const isKnock = /\/\.|\.(php\d?|aspx?|jsp|cgi|env|ini|sql|bak|git|ya?ml|xml|zip|gz)$|^\/(wp-|cgi-bin|vendor\/)/.test(
    path,
  )
  return isPersonal || isKnock ? undefined : path
}

const isToken = (segment: string) =>
  /^[\w.~-]{20,}$/.test(segment) && /\d/.test(segment) && !/[a-z]{3,}-[a-z]{3,}/.test(segment)

/** The referrer as it may be logged: an internal path, or the host of another site. Never a query string. */
export function refererOf(referer: string | undefined, siteUrl: string): string | undefined {
  if (!referer || !URL.canParse(referer)) return undefined
  const { origin, pathname, host, protocol } = new URL(referer)
  if (origin === siteUrl) return missingPath(pathname)
  return /^https?:$/.test(protocol) ? host.slice(0, 300) : undefined
}

export const ReportMissing = z.object({ path: z.string().max(2000) })

export const refusals = {
  redirect_from_taken: 'כבר יש הפניה מהכתובת הזאת',
  redirect_from_form: pathForm,
  redirect_to_form: toForm,
  redirect_loop: 'ההפניה סוגרת מעגל: מי שילכו אחריה יחזרו לאותה כתובת',
  redirect_chain_too_long: 'יותר מדי הפניות בשרשרת. כדאי להפנות ישר לכתובת האחרונה',
  too_many_redirects: 'יש כבר 5,000 הפניות. כדאי למחוק ישנות',
} as const
