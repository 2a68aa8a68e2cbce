// Parses the Accept header into media types by preference, independent of what the server can produce.

export type PlanOption = 'analyze' | 'verbose' | 'settings' | 'buffers' | 'wal'

export type MediaType = {
  /** The name for Content-Type, without a charset. */
  name: string
  /** Requests the query plan of a response of type `name` instead of its rows. */
  plan?: { format: 'json' | 'text'; options: PlanOption[] }
}

const any: MediaType[] = [{ name: '*/*' }]
const json: MediaType[] = [{ name: 'application/json' }]

export function parseAccept(accept: string | undefined): MediaType[] {
  if (!accept || accept === '*/*') return any
  if (accept === 'application/json') return json
  return splitOutsideQuotes(accept, ',')
    .map((item, position) => ({ ...readItem(item), position }))
    .sort((a, b) => b.quality - a.quality || a.position - b.position)
    .map(({ type }) => type)
}

/** The media type itself, without parameters. */
export const bareType = (text: string) => text.split(';', 1)[0]!.trim().toLowerCase()

function readItem(text: string) {
  const [type = '', ...rest] = splitOutsideQuotes(text, ';').map((part) => part.trim())
  const parameters = new Map(
    rest.map((part) => {
      const [name = '', value = ''] = part.split(/=(.*)/s)
      return [name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/s, '$1')]
    }),
  )
  const quality = Number(parameters.get('q') ?? 1)
  return { type: readType(type.toLowerCase(), parameters), quality: Number.isNaN(quality) ? 0 : quality }
}

const planOptions = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const

function readType(type: string, parameters: Map<string, string>): MediaType {
  const plan = /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/.exec(type)
  if (plan) {
    const requested = new Set(parameters.get('options')?.split('|'))
    const options = planOptions.filter((option) => requested.has(option))
    const of = parameters.get('for')
    return {
      name: of === undefined ? 'application/json' : readItem(of).type.name,
      plan: { format: plan[1] === 'json' ? 'json' : 'text', options },
    }
  }
  const vendor = /^application\/vnd\.pgrst\.(object|array)(?:\+json)?$/.exec(type)?.[1]
  if (!vendor) return { name: type === '' ? '*/*' : type }
  const isStripped = parameters.get('nulls') === 'stripped'
  if (vendor === 'array' && !isStripped) return { name: 'application/json' }
  return { name: `application/vnd.pgrst.${vendor}+json${isStripped ? ';nulls=stripped' : ''}` }
}

function splitOutsideQuotes(text: string, separator: ',' | ';') {
  return text.includes('"')
    ? (text.match(separator === ',' ? /(?:"[^"]*"|[^,"]|")+/g : /(?:"[^"]*"|[^;"]|")+/g) ?? [])
    : text.split(separator)
}
