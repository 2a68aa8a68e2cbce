// In which form the rows go out: the first accepted media type that there is something to make of.
import { RestError } from '../errors/rest-error.ts'
import type { MediaType } from '../parsing/media-type.ts'
import type { BodyMaker, Callable, SchemaCache, Table } from '../schema/schema.ts'

export type Shape = {
  form: 'array' | 'object' | 'csv' | 'geojson' | 'made' | 'raw'
  /** Keys whose value is null are left out. */
  stripped: boolean
  contentType: string
  /** Of the form made: the aggregate that makes the body. */
  maker?: BodyMaker
  /** Of the forms made and raw: the value is bytes, not text. */
  isBytes?: boolean
  /** Not the rows are wanted but the plan for them. */
  plan?: MediaType['plan']
}

export type Offer = {
  table: Table | undefined
  callable?: Callable
  /** Every column of the table is selected, as it is: an aggregate of whole rows can take them. */
  isWhole: boolean
  allowPlans: boolean
}

const utf8 = (name: string) => `${name}; charset=utf-8`
const asArray: Shape = { form: 'array', stripped: false, contentType: utf8('application/json') }

const vendored: Record<string, Shape> = {
  'application/vnd.pgrst.object+json': { form: 'object', stripped: false, contentType: '' },
  'application/vnd.pgrst.object+json;nulls=stripped': { form: 'object', stripped: true, contentType: '' },
  'application/vnd.pgrst.array+json;nulls=stripped': { form: 'array', stripped: true, contentType: '' },
}

export function chooseShape(accepted: MediaType[], offer: Offer, cache: SchemaCache): Shape {
  for (const { name, plan } of accepted) {
    if (plan && !offer.allowPlans) continue
    const shape = shapeFor(name, offer, cache)
    if (shape) return plan ? { ...shape, plan, contentType: planType(name, plan) } : shape
  }
  const names = accepted.map(({ name, plan }) => (plan ? planName(name, plan) : name))
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${names.join(', ')}`)
}

function shapeFor(name: string, { table, callable, isWhole }: Offer, cache: SchemaCache): Shape | undefined {
  const vendor = Object.hasOwn(vendored, name) ? vendored[name] : undefined
  if (vendor) return { ...vendor, contentType: utf8(name) }
  const media = callable?.returns.media
  if (media && (media.name === name || media.name === '*/*'))
    return { form: 'raw', stripped: false, contentType: typeOf(media.name), isBytes: media.isBytes }
  const ofTable = (maker: BodyMaker) => maker.table !== undefined && maker.table === table && isWhole
  const maker =
    cache.bodyMakers.find((other) => ofTable(other) && other.media === '*/*') ??
    cache.bodyMakers.find((other) => ofTable(other) && other.media === name) ??
    cache.bodyMakers.find((other) => !other.table && other.media === name)
  if (maker) return { form: 'made', stripped: false, contentType: typeOf(maker.media), maker, isBytes: maker.isBytes }
  if (name === 'application/json' || name === '*/*' || name === 'application/*') return asArray
  if (name === 'text/csv') return { form: 'csv', stripped: false, contentType: utf8(name) }
  if (name === 'application/geo+json' && cache.geoJson !== undefined)
    return { form: 'geojson', stripped: false, contentType: utf8(name) }
  return undefined
}

const withCharset = new Set(['application/json', 'application/geo+json', 'text/csv', 'text/plain', 'text/xml'])
/** What a domain called any type gives has no name of its own; a function may set one. */
const typeOf = (media: string) =>
  media === '*/*' ? 'application/octet-stream' : withCharset.has(media) ? utf8(media) : media

const planName = (name: string, { format, options }: NonNullable<MediaType['plan']>) =>
  `application/vnd.pgrst.plan+${format}; for="${name}"${options.length > 0 ? `; options=${options.join('|')}` : ''}`

const planType = (name: string, plan: NonNullable<MediaType['plan']>) => utf8(planName(name, plan))
