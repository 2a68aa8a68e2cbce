// Contract of page views: what is recorded of a request, and what is not.
import { Instant, z } from '#lib/schema.ts'

const Device = z.enum(['phone', 'tablet', 'computer'])
export type Device = z.infer<typeof Device>

export const PageView = z.object({
  at: Instant,
  path: z.string(),
  referrer_host: z.string().nullable(),
  utm_source: z.string().nullable(),
  utm_medium: z.string().nullable(),
  utm_campaign: z.string().nullable(),
  device: Device,
  visitor: z.string().nullable(),
  /** The variant that was served, where the page has an A/B test. */
  variant: z.string().nullable(),
})
export type PageView = z.infer<typeof PageView>

const PageViewSalt = z.object({ day: z.iso.date(), salt: z.string() })

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { page_views: PageView, page_view_salts: PageViewSalt }

/** A page view before its visitor is hashed. `at` in milliseconds. */
export type UnhashedView = Omit<PageView, 'at' | 'visitor'> & {
  at: number
  /** Input of the visitor hash; undefined where the browser sends Do Not Track. */
  trace: string | undefined
}

export type ViewedRequest = {
  at: number
  path: string
  query: Record<string, unknown>
  headers: Record<string, string | string[] | undefined>
  address: string
  /** The site's own host: a referrer with this host is internal. */
  ownHost: string
  variant?: string | undefined
}

/** The page view of a request; undefined for bots and prefetches. */
export function viewOf({
  at,
  path,
  query,
  headers,
  address,
  ownHost,
  variant,
}: ViewedRequest): UnhashedView | undefined {
  const agent = String(headers['user-agent'] ?? '')
  if (path.length > 300 || !isPerson(agent) || isPrefetch(headers)) return undefined
  return {
    at,
    path,
    referrer_host: referrerOf(headers['referer'], ownHost),
    utm_source: labelOf(query['utm_source']),
    utm_medium: labelOf(query['utm_medium']),
    utm_campaign: labelOf(query['utm_campaign']),
    device: deviceOf(agent),
    trace: isTrackable(headers) ? traceOf(address, agent) : undefined,
    variant: variant ?? null,
  }
}

/** Distinguishes visitors within one day. */
export const traceOf = (address: string, agent: string) => `${truncate(address)} ${agent}`

/** Whether the request comes from a browser, not a bot, without Do Not Track. */
export const isTrackable = (headers: ViewedRequest['headers']) =>
  isPerson(String(headers['user-agent'] ?? '')) && headers['sec-gpc'] !== '1' && headers['dnt'] !== '1'

/** A truncated IP address: IPv4 without its last 8 bits, IPv6 without its last 80. */
export function truncate(address: string): string {
  const v4 = /(?:^|:)(\d+\.\d+\.\d+)\.\d+$/.exec(address)
  if (v4) return `${v4[1]}.0`
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  // `::` abbreviates as many zero groups as are missing.
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ?? '').split(':').filter(Boolean)]
  return `${all.slice(0, 3).join(':')}::`
}

// Bots that claim to be Mozilla mostly name themselves as well.
const isPerson = (agent: string) =>
  /^(Mozilla|Opera)\//.test(agent) &&
  !/bot\b|bot\/|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|headless|lighthouse|monitor|python|curl|wget|compatible;(?! MSIE)/i.test(
    agent,
  )

const isPrefetch = (headers: ViewedRequest['headers']) =>
  /prefetch|prerender/.test(`${String(headers['sec-purpose'] ?? '')} ${String(headers['purpose'] ?? '')}`)

function deviceOf(agent: string): Device {
  if (/iPad|Tablet|Android(?!.*Mobile)/.test(agent)) return 'tablet'
  return /Mobi|iPhone|Android/.test(agent) ? 'phone' : 'computer'
}

function referrerOf(referrer: unknown, ownHost: string) {
  if (typeof referrer !== 'string' || !URL.canParse(referrer)) return null
  const { host, hostname } = new URL(referrer)
  return hostname === '' || host === ownHost ? null : hostname.replace(/^www\./, '').slice(0, 200)
}

/** A campaign label (utm), normalized to one case. */
function labelOf(text: unknown) {
  if (typeof text !== 'string') return null
  const label = text
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toLowerCase()
    .toWellFormed()
    .slice(0, 100)
  return label.toWellFormed() || null
}

const ViewCount = z.object({
  kind: z.enum(['all', 'day', 'page', 'referrer', 'campaign', 'device']),
  label: z.string(),
  views: z.number(),
  visitors: z.number(),
})
export type ViewCount = z.infer<typeof ViewCount>
export const ViewCounts = z.array(ViewCount)
