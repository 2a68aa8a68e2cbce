import { expect, test } from 'vitest'
import { z } from '#lib/schema.ts'
import { type Block, blockKinds, readBlocks } from './blocks.ts'
import { defaultPages } from './content/default-pages.ts'
import { fieldOf } from './fields.ts'
import { blocksOf } from './pages.ts'

const opening = { id: 'opening', kind: 'opening', content: blockKinds.opening.blank } as const satisfies Block
const paragraph = { id: 'paragraph', kind: 'paragraphs', content: blockKinds.paragraphs.blank } as const satisfies Block
const withText = (text: string) => [opening, { ...paragraph, content: { ...paragraph.content, text } }]

const firstOf = (blocks: unknown, path = '/about') => {
  const { error } = blocksOf(path).safeParse(blocks)
  return error && `${error.issues[0]!.path.join('.')}: ${error.issues[0]!.message}`.replace(/^: /, '')
}

test('every default page is complete, in Hebrew, and listed once', () => {
  for (const { path, label, blocks } of defaultPages) {
    expect(firstOf(blocks, path), path).toBeUndefined()
    expect(label).toMatch(/[א-ת]/)
  }
  const paths = defaultPages.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
})

test.each(Object.entries(blockKinds))(
  'a new block of kind %s is valid, and each of its fields has a label',
  (_, kind) => {
    expect(kind.content.safeParse(kind.blank).error).toBeUndefined()
    expect(fieldsWithoutName(kind.content)).toEqual([])
  },
)

test.each<[string, unknown, string]>([
  ['nothing', [], 'עמוד צריך לפחות מקטע אחד'],
  ['no title', [paragraph], 'עמוד מתחיל בכותרת העמוד, ויש בו רק אחת'],
  ['two titles', [opening, { ...opening, id: 'again' }], 'עמוד מתחיל בכותרת העמוד, ויש בו רק אחת'],
  ['a title in the middle', [paragraph, opening], 'עמוד מתחיל בכותרת העמוד, ויש בו רק אחת'],
  ['a duplicate id', [opening, paragraph, paragraph], 'לכל מקטע שם משלו'],
  ['an empty text', withText(' \n'), '1.content.text: שדה חובה'],
  ['an overlong text', withText('א'.repeat(6001)), '1.content.text: עד 6,000 תווים'],
  [
    'an unknown placeholder',
    withText('שלום {{password}}'),
    '1.content.text: אפשר להשתמש רק בשדות שברשימה, למשל {{businessName}}',
  ],
  ['malformed braces', withText('שלום {{email'), '1.content.text: אפשר להשתמש רק בשדות שברשימה, למשל {{businessName}}'],
])('a page with %s is refused with a message', (_, blocks, message) => {
  expect(firstOf(blocks)).toBe(message)
})

test.each([
  ['javascript:alert(1)', false],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['http://plain.example', false],
  ['/about', true],
  ['#steps', true],
  ['https://example.com/a?b=c', true],
  ['mailto:info@example.com', true],
  ['tel:+97230000000', true],
])('a link to %s is allowed: %s', (href, may) => {
  const linked = { ...opening, content: { ...opening.content, action: { words: 'לכאן', href } } }
  expect(firstOf([linked]) === undefined).toBe(may)
})

test('site-wide blocks are allowed only on the site-wide page, and no other block is allowed there', () => {
  const announcement = { id: 'notice', kind: 'announcement', content: blockKinds.announcement.blank }
  expect(firstOf([announcement], '/*')).toBeUndefined()
  expect(firstOf([opening], '/*')).toBe('יש כאן מקטע שאינו מתאים לעמוד הזה')
  expect(firstOf([opening, announcement])).toBe('יש כאן מקטע שאינו מתאים לעמוד הזה')
})

test('a block of an unknown kind is dropped, and the rest of the page is rendered', () => {
  expect(readBlocks([opening, { id: 'old', kind: 'carousel', content: {} }, paragraph])).toEqual([opening, paragraph])
})

test('field labels are unique within a kind, because changes are listed by label', () => {
  const labels = (schema: z.ZodType): string[][] =>
    schema instanceof z.ZodObject
      ? [
          Object.values(schema.shape).map((inner) => fieldOf(inner as z.ZodType)?.label ?? ''),
          ...Object.values(schema.shape).flatMap((inner) => labels(inner as z.ZodType)),
        ]
      : schema instanceof z.ZodArray
        ? labels(schema.element as z.ZodType)
        : []
  const twice = Object.entries(blockKinds).flatMap(([kind, { content }]) =>
    labels(content).flatMap((among) => (new Set(among).size < among.length ? [`${kind}: ${among.join(', ')}`] : [])),
  )
  expect(twice).toEqual([])
})

function fieldsWithoutName(schema: z.ZodType, path = ''): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, inner]) => [
      ...(fieldOf(inner as z.ZodType) ? [] : [`${path}${name}`]),
      ...fieldsWithoutName(inner as z.ZodType, `${path}${name}.`),
    ])
  return schema instanceof z.ZodArray ? fieldsWithoutName(schema.element as z.ZodType, `${path}[].`) : []
}
