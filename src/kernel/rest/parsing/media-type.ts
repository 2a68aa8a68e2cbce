import { RestError } from '../rest-error.ts'

/** In which form the rows go out. */
export type Shape = { form: 'array' | 'object' | 'csv'; stripped: boolean }

const asArray: Shape = { form: 'array', stripped: false }

/** The first form of the header Accept that we can give, by its order of preference. */
export function chooseShape(accept: string | undefined): Shape {
  if (!accept || accept === '*/*' || accept === 'application/json') return asArray
  const wanted = accept
    .split(',')
    .map((item, place) => ({ ...readMediaType(item), place }))
    .sort((a, b) => b.quality - a.quality || a.place - b.place)
  for (const { type, parameters } of wanted) {
    const stripped = parameters.get('nulls') === 'stripped'
    if (type === 'application/vnd.pgrst.object' || type === 'application/vnd.pgrst.object+json')
      return { form: 'object', stripped }
    if (type === 'application/vnd.pgrst.array' || type === 'application/vnd.pgrst.array+json')
      return { form: 'array', stripped }
    if (['application/json', 'application/*', '*/*'].includes(type)) return asArray
    if (type === 'text/csv') return { form: 'csv', stripped: false }
  }
  throw new RestError(
    406,
    'PGRST107',
    `None of these media types are available: ${wanted.map((w) => w.type).join(', ')}`,
  )
}

export const contentTypeOf = ({ form, stripped }: Shape) =>
  form === 'csv'
    ? 'text/csv; charset=utf-8'
    : form === 'object'
      ? `application/vnd.pgrst.object+json${stripped ? ';nulls=stripped' : ''}; charset=utf-8`
      : stripped
        ? 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8'
        : 'application/json; charset=utf-8'

function readMediaType(text: string) {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim().toLowerCase())
  const parameters = new Map(rest.map((part) => part.split('=', 2) as [string, string]))
  const quality = Number(parameters.get('q') ?? 1)
  return { type, parameters, quality: Number.isNaN(quality) ? 0 : quality }
}
