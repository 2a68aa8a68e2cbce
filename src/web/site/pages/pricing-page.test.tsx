import { expect, test } from 'vitest'
import { partsOf, renderHtml, textOf } from '../../../../test/rendered-html.ts'
import { blockOf, offerWith, pageRequest, siteContent, siteFacts } from '../../../../test/site-facts.ts'
import * as pricing from './pricing-page.tsx'

const pricingProps = (offers: ReturnType<typeof offerWith>[]) => ({
  facts: siteFacts(),
  request: pageRequest({ path: '/pricing' }),
  offers,
  products: new Map<string, string>(),
  ...siteContent([blockOf('opening', { title: 'מחירים' }), blockOf('quote', { text: 'משפט' })]),
})

test('an empty price list links to a call, between the opening and the rest of the page', () => {
  const { text, links } = renderHtml(<pricing.View {...pricingProps([])} />)
  expect(text).toMatch(/^מחירים המסלולים הבאים ייפתחו בקרוב.*משפט$/)
  expect(links).toEqual([['לשיחת היכרות', '/contact']])
})

test('a plan links to a call or to its page, depending on its state, and the most chosen one is marked', () => {
  const offers = [
    offerWith({ name: 'פתוח' }),
    offerWith({ id: 'b', slug: 'full', name: 'מלא', seats_left: 0, is_most_chosen: true }),
    offerWith({ id: 'c', slug: 'bought', name: 'נרכש', call_way: 'buy', call_words: 'לפרטים ורכישה', seats_left: 2 }),
  ]
  const { html } = renderHtml(<pricing.View {...pricingProps(offers)} />)
  const plans = html.split('<li class="plan').slice(1)
  expect(plans.map((plan) => partsOf(plan).links.at(-1))).toEqual([
    ['לשיחה', '/contact'],
    ['לרשימת ההמתנה', '/full'],
    ['לפרטים ורכישה', '/bought'],
  ])
  expect(plans.map((plan) => plan.includes('הבחירה הנפוצה'))).toEqual([false, true, false])
  expect(textOf(plans[2]!)).toContain('נותרו שני מקומות')
})
