// Parts of generated requests: names of the bookshop, valid and invalid values and operators.
import fc, { type Arbitrary } from 'fast-check'

export const oneOf = <T>(...values: T[]): Arbitrary<T> => fc.constantFrom(...values)
export const joined = (parts: Arbitrary<string[]>, separator: string) => parts.map((list) => list.join(separator))
export const maybe = (part: Arbitrary<string>, odds = 2) =>
  fc.oneof({ weight: odds, arbitrary: fc.constant('') }, { weight: 1, arbitrary: part })

/** The relations of the bookshop: their columns and their embeddable relations. */
export const relations: Record<string, { columns: string[]; related: string[] }> = {
  books: {
    columns: ['id', 'title', 'pages', 'price', 'tags', 'during', 'author_id', 'editor_id'],
    related: [
      'author_id',
      'editor_id',
      'shelves',
      'covers',
      'loans',
      'sequel',
      'books_shelves',
      'authors!books_editor_id_fkey',
    ],
  },
  authors: {
    columns: ['id', 'name', 'born', 'prizes', 'mentor_id'],
    related: ['books!books_author_id_fkey', 'mentor_id', 'authors', 'long_books'],
  },
  shelves: { columns: ['id', 'label'], related: ['books', 'books_shelves'] },
  books_shelves: { columns: ['book_id', 'shelf_id'], related: ['books', 'shelves'] },
  covers: { columns: ['book_id', 'colour'], related: ['books'] },
  loans: { columns: ['id', 'book_id', 'reader', 'note', 'due_on'], related: ['books'] },
  long_books: { columns: ['id', 'title', 'pages'], related: ['covers', 'shelves', 'loans'] },
  diaries: { columns: ['id', 'mood', 'entry'], related: ['books'] },
  secrets: { columns: ['id', 'word'], related: ['books'] },
  'weird "name': { columns: ['a "column', 'שם'], related: ['books'] },
}
/** The functions of the bookshop, with their arguments. The one that sleeps is omitted. */
export const functions: Record<string, string[]> = {
  add: ['a', 'b'], twice: ['n', 'word'], books_by: ['author'], one_book: ['wanted'], names: ['x'], totals: ['at_least'], nothing: ['x'],
  rename_book: ['book_id', 'new_title'], echo: ['x'], who: ['x'], write_something: ['x'], join_words: ['words'], title_length: ['books'], sequel: ['books'],
} // prettier-ignore

const evil = oneOf(
  `'`, `"`, `\\`, `;`, `--`, `/*`, `$1`, `$$`, `%`, `*`, `(`, `)`, `,`, `.`, `:`, `::`, `->`, `->>`, `!`, `{`, `}`, `[`, `]`, `\0`, `\n`, `\u2028`,
  `'; drop table secrets; --`, `") from secrets; --`, `../../secrets`, `__proto__`, `constructor`, `null`, `NaN`, `-1`, `9`.repeat(40), `é`, `😀`, `\ud800`,
) // prettier-ignore
export const word = fc.oneof(
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 3, arbitrary: evil },
)

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
export const name = (known: readonly string[]) =>
  fc.oneof(
    { weight: 60, arbitrary: oneOf(...known).map((text) => (text.includes('"') ? quoted(text) : text)) },
    { weight: 1, arbitrary: word },
    { weight: 1, arbitrary: word.map(quoted) },
    { weight: 2, arbitrary: oneOf('id', 'count', 'nothing', 'entry', 'title_length') },
  )

export const number = oneOf(
  '0',
  '1',
  '2',
  '3',
  '5',
  '7',
  '10',
  '50',
  '100',
  '1000',
  '-1',
  '2.5',
  '1e9',
  '99999999999',
  'x',
)
export const value = fc.oneof(
  { weight: 4, arbitrary: number },
  { weight: 3, arbitrary: oneOf('novel', 'A*', '%a%', 'null', 'true', '{novel,birds}', '{1,2}', '[2002-01-01,2003-01-01)', '{"israel":1998}', '1939-05-04', 'the & cat', '^A', '(', '') }, // prettier-ignore
  { weight: 2, arbitrary: word },
)
export const jsonPath = joined(
  fc.array(
    fc.oneof(
      oneOf('->a', '->>x', '->0', '->>-1', '->list->>0', '->>"a b"'),
      word.map((key) => `->${key}`),
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  '',
)
const operator = oneOf(
  'eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch', 'is', 'isdistinct', 'fts', 'plfts', 'phfts', 'wfts',
  'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj', 'eq(any)', 'like(all)', 'fts(english)', 'fts(nothing)', 'neq(any)', 'xx',
) // prettier-ignore
const list = joined(fc.array(fc.oneof(value, value.map(quoted)), { maxLength: 4 }), ',').map((all) => `(${all})`)
export const operation = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(maybe(fc.constant('not.'), 4), operator, value).map(([not, op, v]) => `${not}${op}.${v}`),
  },
  { weight: 2, arbitrary: fc.tuple(maybe(fc.constant('not.'), 4), list).map(([not, all]) => `${not}in.${all}`) },
  { weight: 1, arbitrary: oneOf('is.null', 'not.is.null', 'is.true', 'is.not_null', 'is.unknown') },
  { weight: 1, arbitrary: value },
)

const numbers = [
  'eq.1',
  'gt.1',
  'in.(1,2,3)',
  'neq.2',
  'not.is.null',
  'lte(any).{1,2}',
  'isdistinct.1',
  'not.in.("1",4)',
]
const texts = [
  'eq.top',
  'ilike.*a*',
  'fts(english).pigeon',
  'match.^A',
  'not.is.null',
  'like(any).{*a*,*b*}',
  'in.("x,y",z)',
]
const fitting: Record<string, string[]> = {
  tags: ['cs.{novel}', 'ov.{a,b}', 'cd.{novel,birds}', 'not.eq.{}', 'is.null'],
  during: ['cs.2002-05-05', 'adj.[2003-01-01,2004-01-01)', 'sl.[2010-01-01,)', 'nxr.[2002-01-01,2003-01-01)', 'is.null'],
  prizes: ['cs.{"israel":1998}', 'not.is.null', 'fts.b', 'neq.{}'],
  born: ['gte.1940-01-01', 'is.null', 'lt.infinity'],
  due_on: ['gte.2026-01-01', 'is.null'],
  reader: ['not.is.null', 'neq.00000000-0000-4000-8000-0000000000aa'],
  title: texts, name: texts, label: texts, colour: texts, note: texts, word: texts, mood: texts, entry: texts, 'a "column': texts, שם: texts,
} // prettier-ignore
/** A filter on one of the columns; most of them fit its type. */
export const filterOf = (columns: readonly string[]) =>
  oneOf(...columns).chain((of) =>
    oneOf(...(fitting[of] ?? numbers)).map((how): [string, string] => [of.includes('"') ? quoted(of) : of, how]),
  )
