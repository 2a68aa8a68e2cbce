// The link-in-bio page, for social networks that allow a single URL.
import { instantAt } from '#lib/time/dates.ts'
import { addDays } from '#lib/time/day-arithmetic.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Day, Instant, z } from '#lib/schema.ts'

export const icons = [
  'link',
  'video',
  'target',
  'calendar',
  'download',
  'newspaper',
  'chat',
  'mail',
  'phone',
  'gift',
  'book',
  'star',
] as const
export type BioIcon = (typeof icons)[number]

export const BioPage = z.object({
  is_only: z.boolean(),
  name: z.string(),
  line: z.string(),
  shows_networks: z.boolean(),
  version: z.int(),
})
export type BioPage = z.infer<typeof BioPage>

export const BioLink = z.object({
  id: z.uuid(),
  position: z.int(),
  title: z.string(),
  note: z.string(),
  url: z.string(),
  icon: z.enum(icons),
  is_featured: z.boolean(),
  is_enabled: z.boolean(),
  starts_at: Instant.nullable(),
  ends_at: Instant.nullable(),
  campaign: z.string().nullable(),
  is_demo: z.boolean(),
  version: z.int(),
})
export type BioLink = z.infer<typeof BioLink>

export const BioClick = z.object({ link_id: z.uuid(), day: Day, source: z.string(), clicks: z.int() })

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { bio_pages: BioPage, bio_links: BioLink, bio_clicks: BioClick }

export const bioPath = '/landinger/link-in-bio'
/** Redirect path of a link; the redirect counts the click. */
export const goPath = (id: string) => `${bioPath}/go/${id}`

/** Period of the click counts, in days; today is the last one. */
export const clickDays = 30
export const firstClickDay = (today: string) => addDays(today, 1 - clickDays)

/** Target URL of a link with its UTM parameters. Existing query parameters stay; mailto: and tel: get none. */
export function destination({ url, campaign }: Pick<BioLink, 'url' | 'campaign'>): string {
  if (!campaign || /^(mailto|tel):/.test(url)) return url
  const [address = '', anchor] = url.split('#')
  const added = new URLSearchParams({ utm_source: 'link-in-bio', utm_medium: 'bio', utm_campaign: campaign })
  return `${address}${address.includes('?') ? '&' : '?'}${added.toString()}${anchor === undefined ? '' : `#${anchor}`}`
}

/** Traffic source of a visit, from the URL of the page: ?utm_source=instagram. */
export function sourceOf(referer: string | undefined): string {
  const source = (referer && URL.canParse(referer) && new URL(referer).searchParams.get('utm_source')) || 'direct'
  const known = source.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '-')
  return known.slice(0, 40) || 'other'
}

const line = (max: number, min = 0) =>
  z
    .string('שדה חובה')
    .transform(oneLine)
    .pipe(
      z
        .string()
        .min(min, min > 0 ? `לפחות ${min} תווים` : undefined)
        .max(max, `עד ${max} תווים`),
    )
const emptyIsNothing = (value: unknown) => (value === '' ? undefined : value)
const OptionalDay = z.preprocess(emptyIsNothing, Day.optional())

export const BioPageEdit = z.object({ name: line(60), line: line(120), shows_networks: z.boolean() })
export type BioPageEdit = z.output<typeof BioPageEdit>

/** Form input of a link; its dates are whole days in Israel, the last day included. */
export const BioLinkEdit = z
  .object({
    title: line(60, 2),
    note: line(80),
    url: line(500, 1).refine(
      (url) => /^(\/([^/\\\s]\S*)?|https:\/\/\S+|mailto:[^\s@]+@[^\s@]+|tel:\+?[0-9-]+)$/.test(url),
      'כתובת באתר (/blog), כתובת מלאה (https://), ‎mailto:‎ או ‎tel:',
    ),
    icon: z.enum(icons),
    is_featured: z.boolean(),
    from: OptionalDay,
    to: OptionalDay,
    campaign: z.preprocess(
      emptyIsNothing,
      z
        .string()
        .transform((typed) => oneLine(typed).toLowerCase())
        .pipe(z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'אותיות באנגלית, ספרות ומקפים, עד 40'))
        .optional(),
    ),
  })
  .refine(({ from, to }) => !from || !to || to >= from, { path: ['to'], message: 'היום האחרון בא אחרי הראשון' })
  .transform(({ from, to, campaign, ...link }) => ({
    ...link,
    starts_at: from ? instantAt(from, '00:00').toISOString() : null,
    ends_at: to ? instantAt(to, '24:00').toISOString() : null,
    campaign: campaign ?? null,
  }))
export type BioLinkEdit = z.output<typeof BioLinkEdit>

export const refusals = {
  row_gone: 'הקישור כבר נמחק. אפשר להעתיק מכאן את מה שכתבתם',
  bio_title_length: 'הכותרת: מ־2 עד 60 תווים',
  bio_note_length: 'שורת ההסבר: עד 80 תווים',
  bio_url_form: 'כתובת באתר (/blog), כתובת מלאה (https://), ‎mailto:‎ או ‎tel:',
  bio_campaign_form: 'הקמפיין: אותיות באנגלית, ספרות ומקפים',
  bio_link_ends_before_it_begins: 'היום האחרון בא אחרי הראשון',
  bio_name_length: 'השם: עד 60 תווים',
  bio_line_length: 'השורה: עד 120 תווים',
} as const
