// Content negotiation: the response format is the first accepted media type that can be produced.
import { RestError } from '../errors/rest-error.ts'
import type { MediaType } from '../parsing/media-type.ts'
import type { BodyMaker, Callable, SchemaCache, Table } from '../schema/schema.ts'

export type ResponseFormat = {
  form: 'array' | 'object' | 'csv' | 'geojson' | 'aggregate' | 'scalar'
  /** Omits keys whose value is null. */
  stripped: boolean
  contentType: string
  /** For the aggregate format: the aggregate that produces the body. */
  maker?: BodyMaker
  /** For the aggregate and scalar formats: whether the value is bytea instead of text. */
  isBytes?: boolean
  /** Returns the query plan instead of the rows. */
  plan?: MediaType['plan']
}

export type Offer = {
  table: Table | undefined
  callable?: Callable
  /** Every column of the table is selected unchanged, so an aggregate of whole rows applies. */
  isWhole: boolean
  allowPlans: boolean
}

const utf8 = (name: string) => `${name}; charset=utf-8`
const asArray: ResponseFormat = { form: 'array', stripped: false, contentType: utf8('application/json') }

const vendored: Record<string, ResponseFormat> = {
  'application/vnd.pgrst.object+json': { form: 'object', stripped: false, contentType: '' },
  'application/vnd.pgrst.object+json;nulls=stripped': { form: 'object', stripped: true, contentType: '' },
  'application/vnd.pgrst.array+json;nulls=stripped': { form: 'array', stripped: true, contentType: '' },
}

export function negotiateFormat(accepted: MediaType[], offer: Offer, cache: SchemaCache): ResponseFormat {
  for (const { name, plan } of accepted) {
    if (plan && !offer.allowPlans) continue
    const format = formatFor(name, offer, cache)
    if (format) return plan ? { ...format, plan, contentType: planType(name, plan) } : format
  }
  const names = accepted.map(({ name, plan }) => (plan ? planName(name, plan) : name))
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${names.join(', ')}`)
}

function formatFor(name: string, { table, callable, isWhole }: Offer, cache: SchemaCache): ResponseFormat | undefined {
  const vendor = Object.hasOwn(vendored, name) ? vendored[name] : undefined
  if (vendor) return { ...vendor, contentType: utf8(name) }
  const media = callable?.returns.media
  if (media && (media.name === name || media.name === '*/*'))
    return { form: 'scalar', stripped: false, contentType: typeOf(media.name), isBytes: media.isBytes }
  const ofTable = (maker: BodyMaker) => maker.table !== undefined && maker.table === table && isWhole
  const maker =
    cache.bodyMakers.find((other) => ofTable(other) && other.media === '*/*') ??
    cache.bodyMakers.find((other) => ofTable(other) && other.media === name) ??
    cache.bodyMakers.find((other) => !other.table && other.media === name)
  if (maker)
    return { form: 'aggregate', stripped: false, contentType: typeOf(maker.media), maker, isBytes: maker.isBytes }
  if (name === 'application/json' || name === '*/*' || name === 'application/*') return asArray
  if (name === 'text/csv') return { form: 'csv', stripped: false, contentType: utf8(name) }
  if (name === 'application/geo+json' && cache.geoJson !== undefined)
    return { form: 'geojson', stripped: false, contentType: utf8(name) }
  return undefined
}

const withCharset = new Set(['application/json', 'application/geo+json', 'text/csv', 'text/plain', 'text/xml'])
/** A domain for any media type has no fixed media type; the function may set the header. */
const typeOf = (media: string) =>
  media === '*/*' ? 'application/octet-stream' : withCharset.has(media) ? utf8(media) : media

const planName = (name: string, { format, options }: NonNullable<MediaType['plan']>) =>
  `application/vnd.pgrst.plan+${format}; for="${name}"${options.length > 0 ? `; options=${options.join('|')}` : ''}`

const planType = (name: string, plan: NonNullable<MediaType['plan']>) => utf8(planName(name, plan))
