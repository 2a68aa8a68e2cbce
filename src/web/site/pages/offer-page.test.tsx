import { expect, test } from 'vitest'
import { partsOf, renderHtml } from '../../../../test/rendered-html.ts'
import { offerWith, pageRequest, shownTexts, siteFacts } from '../../../../test/site-facts.ts'
import * as offerPage from './offer-page.tsx'

const offerProps = (
  offer: ReturnType<typeof offerWith> | undefined,
  changes: Partial<Parameters<typeof offerPage.View>[0]> = {},
) => ({
  facts: siteFacts(),
  request: pageRequest({ path: '/livui' }),
  offer,
  content: undefined,
  texts: shownTexts,
  ...changes,
})

test('a product without a content page shows its name, its price and one button', () => {
  const { headings, links, text } = renderHtml(<offerPage.View {...offerProps(offerWith())} />)
  expect(headings[0]).toBe('1 ליווי משפחתי')
  expect(text).toContain('1,290')
  // In the offer box, and in the bottom bar of a phone.
  expect(links).toEqual([
    ['לשיחה', '/contact'],
    ['לשיחה', '/contact'],
  ])
})

test('a product for sale links to the checkout if it is published, and otherwise to a call with another label', () => {
  const bought = offerWith({ call_way: 'buy', call_words: 'לרכישה' })
  expect(renderHtml(<offerPage.View {...offerProps(bought)} />).links[0]).toEqual([
    'להצטרפות: שיחה קצרה איתנו',
    '/contact',
  ])
  const facts = siteFacts({ publishedPaths: ['/:product/checkout', '/terms'] })
  expect(renderHtml(<offerPage.View {...offerProps(bought, { facts })} />).links).toEqual([
    ['לרכישה', '/livui/checkout'],
    ['פרטים וביטול מקוון', '/terms'],
    ['לרכישה', '/livui/checkout'],
  ])
})

test('a full product shows the waitlist form and neither price nor button', () => {
  const full = offerWith({ seats_left: 0 })
  const { html, text, links } = renderHtml(<offerPage.View {...offerProps(full)} />)
  expect(text).toContain('ההרשמה מלאה')
  expect(text).not.toContain('1,290')
  expect(partsOf(html).fields).toMatchObject({ name: '', email: '', privacyTextId: 'text-privacy' })
  expect(links).toEqual([])
  const waiting = offerProps(full, { request: pageRequest({ path: '/livui', query: { waiting: '' } }) })
  expect(renderHtml(<offerPage.View {...waiting} />).text).toContain('השם שלכם ברשימה')
  expect(offerPage.head(waiting).robots).toBe('noindex')
  const closed = renderHtml(<offerPage.View {...offerProps(offerWith({ seats_left: 0, has_waitlist: false }))} />)
  expect(closed.links).toEqual([['לשיחה', '/contact']])
})

test('the head of a product has its price, and the price list as breadcrumb while that is published', () => {
  const head = offerPage.head(offerProps(offerWith(), { facts: siteFacts({ publishedPaths: ['/pricing'] }) }))
  expect(head).toMatchObject({
    title: 'ליווי משפחתי',
    description: 'חצי שנה של פגישות',
    crumbs: [{ path: '/pricing' }],
  })
  expect(head.addressedJsonLd!(() => true)).toMatchObject([{ '@type': 'Service', offers: { price: '1290.00' } }])
  expect(offerPage.head(offerProps(offerWith({ price: null }))).addressedJsonLd!(() => true)).toEqual([])
})
