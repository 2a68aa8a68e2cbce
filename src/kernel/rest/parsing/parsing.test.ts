import { expect, test } from 'vitest'
import { parseAccept } from './media-type.ts'
import { parsePreferences, preferenceApplied } from './preferences.ts'
import { parseQuery } from './query.ts'
import { readRange } from './range.ts'
import { parseSelect } from './select.ts'

const column = (name: string, more = {}) => ({ kind: 'column', field: { name, path: [] }, ...more })
const embed = (name: string, select: unknown[], more = {}) => ({
  kind: 'embed',
  name,
  join: 'left',
  spread: false,
  select,
  ...more,
})

const selects: [text: string, items: unknown[]][] = [
  ['*', [column('*')]],
  ['', [column('*')]],
  ['r(a))', [embed('r', [column('a')])]],
  [' a , b ', [column('a'), column('b')]],
  ['full name,with-dash,"a,b"', [column('full name'), column('with-dash'), column('a,b')]],
  ['שם:כותרת', [column('כותרת', { alias: 'שם' })]],
  ['a::text', [column('a', { cast: 'text' })]],
  ['x:a::int[]', [column('a', { alias: 'x', cast: 'int[]' })]],
  ['d->a->>0->-1', [{ kind: 'column', field: { name: 'd', path: [{ key: 'a', asText: false }, { key: 0, asText: true }, { key: -1, asText: false }] } }]],
  ['count()', [column('*', { aggregate: { name: 'count' } })]],
  ['n:count()::int', [column('*', { alias: 'n', aggregate: { name: 'count', cast: 'int' } })]],
  ['a::numeric.sum()::text', [column('a', { cast: 'numeric', aggregate: { name: 'sum', cast: 'text' } })]],
  ['r(a,s(*))', [embed('r', [column('a'), embed('s', [column('*')])])]],
  ['x:r!hint!inner(a)', [embed('r', [column('a')], { alias: 'x', hint: 'hint', join: 'inner' })]],
  ['r!inner!hint()', [embed('r', [], { hint: 'hint', join: 'inner' })]],
  ['...r(a)', [embed('r', [column('a')], { spread: true })]],
] // prettier-ignore

test.each(selects)('select=%s is parsed', (text, items) => {
  expect(parseSelect(text)).toEqual(items)
})

test.each(['a,', ',', 'a b:c:d', 'r(', 'r(a))x', 'a::', '*a', '...a', 'r!inner', 'a->', '"a', 'a;b', 'a)(b'])(
  'select=%s is refused',
  (text) => {
    expect(() => parseSelect(text)).toThrow(/failed to parse select parameter/)
  },
)

const filter = (name: string, operation: unknown, not = false) => ({
  kind: 'filter',
  field: { name, path: [] },
  not,
  operation,
})
const is = (operator: string, value: string, more = {}) => ({ kind: 'compare', operator, value, ...more })

const conditions: [query: string, condition: unknown][] = [
  ['a=eq.1', filter('a', is('eq', '1'))],
  ['a=eq.', filter('a', is('eq', ''))],
  ['a=eq.x.y,z)', filter('a', is('eq', 'x.y,z)'))],
  ['a=not.gte.5', filter('a', is('gte', '5'), true)],
  ['a=like(any).{x*,y}', filter('a', is('like', '{x*,y}', { quantifier: 'any' }))],
  ['a=in.(1,"b,c",d e,"q\\"q")', filter('a', { kind: 'in', values: ['1', 'b,c', 'd e', 'q"q'] })],
  ['a=is.NULL', filter('a', { kind: 'is', value: 'null' })],
  ['a=not.is.true', filter('a', { kind: 'is', value: 'true' }, true)],
  ['a=phfts(english).the cat', filter('a', { kind: 'search', query: 'phfts', language: 'english', value: 'the cat' })],
  ['a=eq.%D7%A9+%D7%91%2B', filter('a', is('eq', 'ש ב+'))],
  ['or=(a.eq.1,b.not.in.(2,3),and(c.cs.{x,y},d.is.null))', { kind: 'or', not: false, conditions: [
    filter('a', is('eq', '1')), filter('b', { kind: 'in', values: ['2', '3'] }, true),
    { kind: 'and', not: false, conditions: [filter('c', is('cs', '{x,y}')), filter('d', { kind: 'is', value: 'null' })] },
  ] }],
  ['not.and=(a.eq."x,y",not.or(b.lt.1,c.gt.2))', { kind: 'and', not: true, conditions: [
    filter('a', is('eq', 'x,y')), { kind: 'or', not: true, conditions: [filter('b', is('lt', '1')), filter('c', is('gt', '2'))] },
  ] }],
] // prettier-ignore

test.each(conditions)('the filter %s is parsed', (text, condition) => {
  expect(parseQuery(text, false).root.conditions).toEqual([condition])
})

test.each([
  'a=1',
  'a=foo.1',
  'a=eq',
  'a=in.1,2',
  'a=in.(1',
  'a=is.5',
  'a=neq(any).{1}',
  'or=(a.eq.1',
  'or=a.eq.1',
  'or=(a)',
  'or=()',
  'xor=(a.eq.1)',
  `or=${'('.repeat(9)}`,
  'a;b=eq.1',
  '=eq.1',
])('the query %s is refused as a syntax error', (text) => {
  expect(() => parseQuery(text, false)).toThrow(/failed to parse/)
})

test('parameters of an embedded relation are grouped under its name', () => {
  const { root } = parseQuery(
    'r.a=eq.1&r.s.order=b.desc&r.limit=3&r.or=(x.eq.1,y.eq.2)&r.not.and=(x.eq.1)&order=r(c).asc.nullsfirst&limit=2&offset=4',
    false,
  )
  expect(root).toMatchObject({
    limit: 2,
    offset: 4,
    order: [{ relation: 'r', field: { name: 'c' }, direction: 'asc', nulls: 'first' }],
  })
  const r = root.inside.get('r')!
  expect(r).toMatchObject({
    limit: 3,
    conditions: [{ kind: 'filter' }, { kind: 'or', not: false }, { kind: 'and', not: true }],
  })
  expect(r.inside.get('s')).toMatchObject({ order: [{ field: { name: 'b' }, direction: 'desc' }] })
})

test('in a GET call of a function a parameter without an operator is an argument', () => {
  const query = parseQuery('a=1&b=eq.2&c=not.eq.3', true)
  expect(query.args).toEqual([['a', '1']])
  expect(parseQuery('a=5&select=x', true)).toMatchObject({ args: [['a', '5']], canonical: 'a=5&select=x' })
})

test('a range combines the Range header with limit and offset', () => {
  const scope = (more = {}) => ({ conditions: [], order: [], inside: new Map(), ...more })
  expect(readRange(undefined, scope())).toEqual({ offset: 0 })
  expect(readRange('items=5-9', scope())).toEqual({ offset: 5, limit: 5 })
  expect(readRange('5-', scope({ limit: 3, offset: 4 }))).toEqual({ offset: 5, limit: 2 })
  expect(readRange('bytes', scope({ limit: 3 }))).toEqual({ offset: 0, limit: 3 })
  expect(() => readRange('9-5', scope())).toThrow('Requested range not satisfiable')
})

test('the first of conflicting preferences applies, and strict handling refuses unknown ones', () => {
  const zones = new Set(['Asia/Jerusalem'])
  const parse = (header: string) => parsePreferences(header, zones)
  const preferences = parse(
    'return=minimal, return=representation,count=exact,other=thing, max-affected=3, tx=rollback',
  )
  expect(preferences).toEqual({ return: 'minimal', count: 'exact', maxAffected: 3, tx: 'rollback' })
  expect(preferenceApplied(preferences, ['return', 'count', 'max-affected'])).toBe('return=minimal, count=exact')
  expect(() => parse('handling=strict,timezone=Nowhere/Never')).toThrow(
    'Invalid preferences given with handling=strict',
  )
  expect(() => parse('handling=strict,params=single-object')).toThrow('Invalid preferences')
  expect(parse('handling=strict,timezone=Asia/Jerusalem')).toMatchObject({ timezone: 'Asia/Jerusalem' })
})

test('media types are parsed with their parameters and sorted by preference', () => {
  const names = (accept?: string) => parseAccept(accept).map(({ name }) => name)
  expect(names('text/html,application/xhtml+xml,*/*;q=0.8,text/csv;q=0.9')).toEqual([
    'text/html', 'application/xhtml+xml', 'text/csv', '*/*',
  ]) // prettier-ignore
  expect(names(undefined)).toEqual(['*/*'])
  expect(names('application/vnd.pgrst.object; nulls=stripped')).toEqual([
    'application/vnd.pgrst.object+json;nulls=stripped',
  ])
  expect(names('application/vnd.pgrst.array+json, TEXT/CSV; charset=utf-8')).toEqual(['application/json', 'text/csv'])
  expect(parseAccept('application/vnd.pgrst.plan+json; for="text/csv"; options=wal|analyze|nonsense;')).toEqual([
    { name: 'text/csv', plan: { format: 'json', options: ['analyze', 'wal'] } },
  ])
  expect(parseAccept('application/vnd.pgrst.plan')).toEqual([
    { name: 'application/json', plan: { format: 'text', options: [] } },
  ])
})
