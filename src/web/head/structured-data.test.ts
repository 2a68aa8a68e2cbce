import { expect, test } from 'vitest'
import { blockKinds } from '#platform/pages/blocks.ts'
import { bareBusiness, blockOf, blockRows, offerWith, siteContent, siteFacts } from '../../../test/site-facts.ts'
import { contentHead } from '../site/content.ts'
import { offerNode } from '../site/structured-data/offer-node.ts'
import { openingHours } from './opening-hours.ts'
import { resolveHead } from './resolve-head.ts'
import { localBusiness } from './structured-data.ts'

type Node = Record<string, unknown>

// schema.org properties of each type, with those that search engines require: `name!`.
const vocabulary: Record<string, string> = {
  Organization: 'name! url! legalName identifier logo telephone email address sameAs',
  LocalBusiness: 'name! url! telephone! address! email openingHours image parentOrganization',
  PostalAddress: 'streetAddress! addressCountry!',
  WebSite: 'name! url! inLanguage publisher',
  Person: 'name! jobTitle description image worksFor',
  FAQPage: 'mainEntity!',
  Question: 'name! acceptedAnswer!',
  Answer: 'text!',
  Product: 'name! description! url! brand offers!',
  Service: 'name! description! url! provider! areaServed! brand offers!',
  Offer: 'url! price! priceCurrency! availability! seller availabilityStarts priceValidUntil priceSpecification',
  BreadcrumbList: 'itemListElement!',
  ListItem: 'position! name! item!',
}

/** Errors of a graph: unknown types and properties, missing and empty values, and dangling references. */
function problemsOf(graph: readonly object[]): string[] {
  const ids = new Set(graph.map((node) => (node as Node)['@id']))
  const check = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.length === 0 ? ['an empty list'] : value.flatMap(check)
    if (value === '' || value === null || value === undefined) return ['an empty value']
    if (typeof value !== 'object') return []
    const { '@type': type, '@id': id, ...properties } = value as { '@type'?: string; '@id'?: string }
    if (type === undefined) return ids.has(id) ? [] : [`a reference to ${id}`]
    const known = vocabulary[type]?.split(' ')
    if (!known) return [`the type ${type}`]
    const names = known.map((name) => name.replace('!', ''))
    return [
      ...known
        .filter((name) => name.endsWith('!') && !(name.slice(0, -1) in properties))
        .map((name) => `${type}.${name}`),
      ...Object.entries(properties).flatMap(([name, inner]) =>
        names.includes(name)
          ? check(inner).map((problem) => `${type}.${name}: ${problem}`)
          : [`${type}.${name} is unknown`],
      ),
    ]
  }
  return graph.flatMap(check)
}

const person = { ...blockKinds.people.blank.list[0]!, name: 'נועה לדוגמה', role: 'מלווה משפחות', about: 'עשר שנים.' }
const content = siteContent([
  blockOf('opening', { title: 'אודות' }),
  blockOf('people', { list: [person, { ...person, name: 'דן לדוגמה', role: '' }] }),
  blockOf('questions', { title: 'שאלות', list: [{ question: 'מה?', answer: 'כך.', home: false }] }),
])
const seo = { own: undefined, notCanonical: [], titlePattern: '{{title}}', verification: {} }
const filled = siteFacts({
  business: { hours: 'ימים א׳ עד ה׳, 9:00 עד 18:00.', profile_image_url: '/storage/v1/a.png' },
})

test.each([
  ['a full profile', filled],
  ['a profile with nothing but its name', siteFacts({ business: bareBusiness })],
])('the structured data of %s is valid on the home page and on a page below it', (_, facts) => {
  const head = contentHead(content, facts)
  for (const path of ['/', '/about']) expect(problemsOf(resolveHead(head, path, facts, seo).graph), path).toEqual([])
  const offers = {
    ...head,
    jsonLd: [offerNode(offerWith(), facts)!, offerNode(offerWith({ kind: 'digital' }), facts)!],
  }
  expect(problemsOf(resolveHead(offers, '/pricing', facts, seo).graph)).toEqual([])
})

test('the validation of structured data reports missing, unknown and dangling parts', () => {
  expect(
    problemsOf([{ '@type': 'Person', name: '', age: 4, worksFor: { '@id': '#none' } }, { '@type': 'WebSite' }]),
  ).toEqual([
    'Person.name: an empty value',
    'Person.age is unknown',
    'Person.worksFor: a reference to #none',
    'WebSite.name!',
    'WebSite.url!',
  ])
})

test('a place requires an address and a phone, and includes opening hours and an image if filled in', () => {
  expect(localBusiness(filled)).toMatchObject([
    {
      telephone: '04-000-0000',
      openingHours: ['Su-Th 09:00-18:00'],
      image: ['https://example.co.il/storage/v1/a.png'],
    },
  ])
  expect(localBusiness(siteFacts())[0]).not.toHaveProperty('openingHours')
  expect(localBusiness(siteFacts({ business: { phone: null } }))).toMatchObject([{ telephone: '050-000-0001' }])
  expect(localBusiness(siteFacts({ business: { address: null } }))).toEqual([])
  expect(localBusiness(siteFacts({ business: { phone: null, mobile: null } }))).toEqual([])
})

test('the share card uses a picture of the page, and not the logo of a newspaper above it', () => {
  const stored = (id: string) => ({ id, format: 'webp' as const, width: 900, height: 600, focal_x: 50, focal_y: 50 })
  const [logo, family] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
  const logos = blockOf('logos', { list: [{ photo: { id: logo, alt: 'עיתון' }, href: '' }] })
  const shown = blockOf('picture', { photo: { id: family, alt: 'משפחה' } })
  const pictures = new Map([logo, family].map((id) => [id, stored(id)] as const))
  const opening = blockOf('opening', { title: 'אודות' })
  expect(contentHead(siteContent([opening, logos, shown], { pictures }), filled).cardPicture).toEqual(stored(family))
  expect(contentHead(siteContent([opening, logos], { pictures }), filled).cardPicture).toBeUndefined()
})

test('Person nodes contain only what the page shows of each person', () => {
  const { jsonLd = [] } = contentHead(content, filled)
  const people = jsonLd.filter((node) => (node as Node)['@type'] === 'Person')
  expect(people).toMatchObject([{ name: 'נועה לדוגמה', jobTitle: 'מלווה משפחות', description: 'עשר שנים.' }, { name: 'דן לדוגמה' }]) // prettier-ignore
  expect(people[1]).not.toHaveProperty('jobTitle')
  expect(people[0]).not.toHaveProperty('image')
  expect(contentHead({ ...content, rows: blockRows() }, filled).jsonLd).toHaveLength(3)
})

test.each([
  ['ימים א׳ עד ה׳, 9:00 עד 18:00. ערבי חג 9:00 עד 12:00. שבתות וחגים – סגור.', ['Su-Th 09:00-18:00']],
  ["א'-ה' 08:30-16:00; יום ו׳ 9:00–12:30", ['Su-Th 08:30-16:00', 'Fr 09:00-12:30']],
  ['בתיאום מראש', []],
  ['', []],
])('the opening hours %j are parsed to %j', (hours, expected) => expect(openingHours(hours)).toEqual(expected))
