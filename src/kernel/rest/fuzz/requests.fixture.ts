// Generated requests, valid and invalid: known and unknown names, matching and mismatching values, and an occasional typo.
import fc, { type Arbitrary } from 'fast-check'
import {
  filterOf,
  functions,
  joined,
  jsonPath,
  maybe,
  name,
  number,
  oneOf,
  operation,
  relations,
  value,
  word,
} from './grammar.fixture.ts'

export type FuzzRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

/** The query parameters that one relation accepts. */
function askedOf({ columns, related }: (typeof relations)[string]) {
  const column = name(columns)
  const field = fc.tuple(column, maybe(jsonPath, 6)).map((parts) => parts.join(''))
  const { condition } = fc.letrec<{ condition: string; group: string }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'logic' },
      filterOf(columns).map(([of, what]) => `${of}.${what}`),
      fc.tuple(field, operation).map(([of, what]) => `${of}.${what}`),
      tie('group'),
    ),
    group: fc
      .tuple(
        maybe(fc.constant('not.'), 3),
        oneOf('and', 'or'),
        fc.array(tie('condition'), {
          minLength: 1,
          maxLength: 3,
          depthIdentifier: 'logic',
        }),
      )
      .map(([not, kind, inner]) => `${not}${kind}(${inner.join(',')})`),
  }))
  const logic = joined(fc.array(condition, { minLength: 1, maxLength: 3 }), ',').map((all) => `(${all})`)

  const cast = oneOf('::text', '::int', '::numeric', '::jsonb', '::date', '::int[]', '::nothing', '::regclass', '::"x"')
  const plain = fc
    .tuple(maybe(column.map((alias) => `${alias}:`), 4), fc.oneof({ weight: 9, arbitrary: field }, { weight: 1, arbitrary: oneOf('*', 'count()') }), maybe(cast, 5), maybe(oneOf('.sum()', '.max()', '.count()', '.avg()::int'), 6))
    .map((parts) => parts.join('')) // prettier-ignore
  const embedded = fc
    .tuple(name(related), maybe(oneOf('!inner', '!left', '!nothing'), 4))
    .map((parts) => parts.join(''))
  const { items } = fc.letrec<{ items: string; embed: string }>((tie) => ({
    items: joined(
      fc.array(fc.oneof({ maxDepth: 4, depthIdentifier: 'select' }, plain, fc.constant('*'), tie('embed')), {
        maxLength: 4,
        depthIdentifier: 'select',
      }),
      ',',
    ),
    embed: fc
      .tuple(maybe(oneOf('...', 'x:', 'y:')), embedded, tie('items'))
      .map(([before, of, inner]) => `${before}${of}(${inner})`),
  }))
  const term = fc
    .tuple(fc.oneof({ weight: 4, arbitrary: field }, { weight: 1, arbitrary: fc.tuple(embedded, column).map(([of, what]) => `${of}(${what})`) }), maybe(oneOf('.asc', '.desc', '.up')), maybe(oneOf('.nullsfirst', '.nullslast')))
    .map((parts) => parts.join('')) // prettier-ignore
  const order = joined(fc.array(term, { minLength: 1, maxLength: 3 }), ',')
  const names = joined(fc.array(column, { maxLength: 4 }), ',')
  const inside = maybe(
    name(related).map((of) => `${of}.`),
    9,
  )

  const parameter: Arbitrary<[string, string]> = fc.oneof(
    { weight: 8, arbitrary: filterOf(columns) },
    { weight: 8, arbitrary: fc.tuple(fc.constant('select'), items) },
    { weight: 2, arbitrary: fc.tuple(fc.tuple(inside, field).map((parts) => parts.join('')), operation) },
    { weight: 2, arbitrary: fc.tuple(fc.tuple(inside, oneOf('and', 'or', 'not.and', 'not.or')).map((parts) => parts.join('')), logic) },
    { weight: 2, arbitrary: fc.tuple(inside.map((of) => `${of}order`), order) },
    { weight: 2, arbitrary: fc.tuple(fc.tuple(inside, oneOf('limit', 'offset')).map((parts) => parts.join('')), number) },
    { weight: 1, arbitrary: fc.tuple(oneOf('columns', 'on_conflict'), names) },
    { weight: 1, arbitrary: fc.tuple(word, word) },
  ) // prettier-ignore
  return { parameter, row: rowsOf(columns), names }
}

/** Percent-encoded as a whole, or only where HTTP requires it, so that reserved characters keep their meaning. */
const encoded = (text: string, isWhole: boolean) =>
  isWhole ? encodeURIComponent(text.toWellFormed()) : encodeURI(text.toWellFormed()).replace(/[#?]/g, '')
const queryOf = (parameter: Arbitrary<[string, string]>) =>
  fc
    .array(fc.tuple(parameter, fc.boolean()), { maxLength: 4 })
    .map((all) => all.map(([[key, of], isWhole]) => `${encoded(key, isWhole)}=${encoded(of, isWhole)}`).join('&'))

const preference = oneOf(
  'return=representation', 'return=minimal', 'return=headers-only', 'count=exact', 'count=planned', 'count=estimated', 'resolution=merge-duplicates',
  'resolution=ignore-duplicates', 'missing=default', 'handling=strict', 'max-affected=1', 'timezone=Asia/Jerusalem', 'timezone=Nowhere', 'tx=rollback',
  'unfiltered=allow', 'params=single-object', 'x=y',
) // prettier-ignore
const mediaType = oneOf(
  '*/*', 'application/json', 'text/csv', 'application/vnd.pgrst.object+json', 'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.array+json;nulls=stripped', 'application/vnd.pgrst.plan+json; for="application/json"; options=verbose', 'application/geo+json',
  'image/png', 'text/html,*/*;q=0.1', 'application/vnd.pgrst.plan+text; options=analyze|wal', ';;,"',
) // prettier-ignore
/** Most requests have none of these headers. */
const rarely = (part: Arbitrary<string>, odds = 8) => maybe(part, odds)
const headers = fc
  .record({
    prefer: rarely(joined(fc.array(preference, { maxLength: 4 }), ', '), 2),
    accept: rarely(mediaType),
    range: rarely(oneOf('0-1', '1-0', 'items=2-', 'bytes=0-5', '0-99999999999999999999', '-1-1')),
    'accept-profile': rarely(oneOf('public', 'vault', 'auth', 'x"y'), 30),
    'content-profile': rarely(oneOf('public', 'vault'), 30),
    'content-type': fc.oneof(
      { weight: 9, arbitrary: fc.constant('application/json') },
      { weight: 3, arbitrary: oneOf('text/csv', 'application/x-www-form-urlencoded', 'text/plain', 'application/octet-stream', 'text/xml', 'multipart/form-data') },
    ), // prettier-ignore
  })
  .map((all) => Object.fromEntries(Object.entries(all).filter(([, text]) => text !== '')))

const date = oneOf('2026-01-01', 'infinity', null)
/** The type of value for a column, by the column's name; a number by default. */
const contents: Record<string, Arbitrary<unknown>> = {
  title: oneOf('one', 'two', '', 'שלוש'), label: oneOf('top', 'new', 'newer'), colour: oneOf('red', 'black'), note: oneOf('x', null),
  name: oneOf('x'), word: oneOf('x', 'y'), new_title: oneOf('taken', 'teapot', 'other'), mood: oneOf('calm'), entry: oneOf('x'),
  tags: oneOf<unknown>(['a'], [], '{b}', null), words: oneOf(['a', 'b'], []), during: oneOf('[2002-01-01,2003-01-01)', null), prizes: oneOf<object>({ a: 1 }, {}),
  born: date, due_on: date, reader: oneOf('00000000-0000-4000-8000-0000000000bb'), 'a "column': oneOf('x', 'z'), שם: oneOf('x', null),
} // prettier-ignore
const numberIn = oneOf<unknown>(1, 2, 3, 101, 102, 103, 700, null, '5')

/** Some columns with matching values, the others with arbitrary ones. */
const rowsOf = (columns: string[]) => {
  const fit = fc.record(Object.fromEntries(columns.map((column) => [column, contents[column] ?? numberIn])), {
    requiredKeys: columns.slice(0, 2),
    noNullPrototype: true,
  })
  const wild = fc.dictionary(
    fc.oneof({ weight: 20, arbitrary: oneOf(...columns) }, { weight: 1, arbitrary: word }),
    jsonValue,
    {
      maxKeys: 4,
      noNullPrototype: true,
    },
  )
  return fc.oneof({ weight: 3, arbitrary: fit }, { weight: 1, arbitrary: wild })
}
const jsonValue = fc.oneof(fc.jsonValue({ maxDepth: 2 }), value, fc.integer())
const bodyOf = (row: Arbitrary<object>, names: Arbitrary<string>) =>
  fc.oneof(
    { weight: 6, arbitrary: row.map((one) => JSON.stringify(one)) },
    { weight: 3, arbitrary: fc.array(row, { maxLength: 3 }).map((all) => JSON.stringify(all)) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((any) => JSON.stringify(any)) },
    { weight: 1, arbitrary: fc.tuple(names, joined(fc.array(value, { maxLength: 4 }), ',')).map((lines) => lines.join('\n')) },
    { weight: 1, arbitrary: oneOf('', '{', '[', '[{}]', '{"id":', '"\\ud800"', '{"title":"\\u0000"}', '['.repeat(20_000), '"', '\0') },
    { weight: 1, arbitrary: word },
  ) // prettier-ignore

/** Kinds of typos: one character is removed, doubled or replaced. */
type Scratch = 'cut' | 'double' | 'replace'
const scratched = (text: string, at: number, how: Scratch, by: string) => {
  if (text === '') return text
  const position = at % text.length
  const letter = { cut: '', double: text[position]! + text[position]!, replace: by }[how]
  return text.slice(0, position) + letter + text.slice(position + 1)
}
const maybeScratched = (query: Arbitrary<string>) =>
  fc.oneof(
    { weight: 9, arbitrary: query },
    {
      weight: 1,
      arbitrary: fc
        .tuple(query, fc.nat(), oneOf<Scratch>('cut', 'double', 'replace'), oneOf('(', ')', ',', '.', '%', '"', "'", '=', '&', '!', '*', '-'))
        .map(([text, at, how, by]) => scratched(text, at, how, by)),
    },
  ) // prettier-ignore

const method = fc.oneof(
  { weight: 8, arbitrary: fc.constant('GET') },
  { weight: 6, arbitrary: oneOf('POST', 'POST', 'POST', 'PATCH', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS') },
)

const requestsOf = (path: Arbitrary<string>, { parameter, row, names }: ReturnType<typeof askedOf>) =>
  fc
    .tuple(method, path, maybeScratched(queryOf(parameter)), headers, bodyOf(row, names))
    .map(([how, where, target, parameters, content]): FuzzRequest => ({
      method: how,
      path: target === '' ? where : `${where}?${target}`,
      headers: parameters,
      ...(!['GET', 'HEAD', 'OPTIONS'].includes(how) && { body: content }),
    }))

const ofTables = Object.entries(relations).map(([table, relation]) =>
  requestsOf(fc.constant(`/${encodeURIComponent(table)}`), askedOf(relation)),
)
const ofFunctions = Object.entries(functions).map(([fn, names]) => {
  const targets = askedOf(relations['books']!)
  const parameters: Arbitrary<[string, string]> = fc.tuple(name(names), value)
  const parameter = fc.oneof({ weight: 3, arbitrary: parameters }, { weight: 1, arbitrary: targets.parameter })
  return requestsOf(fc.constant(`/rpc/${fn}`), { ...targets, parameter, row: rowsOf(names) })
})
const elsewhere = requestsOf(
  fc.oneof(
    word.map((text) => `/${encodeURIComponent(text.toWellFormed())}`),
    word.map((text) => `/rpc/${encodeURIComponent(text.toWellFormed())}`),
    oneOf('/', '/rpc', '/rpc/', '/rpc/a/b', '/books/1', '//', '/%00', '/..%2f..', '/vault.gold'),
  ),
  askedOf(relations['books']!),
)

export const requests: Arbitrary<FuzzRequest> = fc.oneof(
  ...ofTables.map((arbitrary) => ({ weight: 3, arbitrary })),
  ...ofFunctions.map((arbitrary) => ({ weight: 1, arbitrary })),
  { weight: 3, arbitrary: elsewhere },
)
