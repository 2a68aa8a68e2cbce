import { expect, test } from 'vitest'
import type { LandingPath } from '#features/lead-magnets/lead-magnets.ts'
import { lesson } from '#platform/pages/landing-content/lesson.ts'
import { elements, partsOf, renderHtml } from '../../../test/rendered-html.ts'
import {
  blockOf,
  offerWith,
  pageRequest,
  shownTexts,
  shownWebinar,
  siteContent,
  siteFacts,
} from '../../../test/site-facts.ts'
import * as call from './book-a-call-page.tsx'
import { callFormAction } from './call-form-action.ts'
import * as landing from './landing-page.tsx'

type CallProps = Parameters<typeof call.View>[0]
const callProps = (changes: Partial<CallProps> = {}): CallProps => ({
  facts: siteFacts(),
  request: pageRequest({ path: '/book-a-call' }),
  content: undefined,
  texts: shownTexts,
  ...changes,
})

test('the call form is shown before its page is published, and then with the heading and blocks of the page', () => {
  const before = renderHtml(<call.View {...callProps()} />)
  expect(before.headings).toEqual(['1 שיחת היכרות'])
  expect(before.text).toContain('השאירו מספר, ונתקשר ביום העסקים הקרוב')
  const content = siteContent([
    blockOf('opening', { title: 'מדברים', eyebrow: 'בחינם' }),
    blockOf('quote', { text: 'משפט' }),
  ])
  const after = renderHtml(<call.View {...callProps({ content })} />)
  expect(after.headings).toEqual(['1 מדברים'])
  expect(after.text).toContain('חזרה לאתר בחינם מדברים')
  expect(after.text).toMatch(/משפט$/)
})

test('a rejected form has its values and errors, and a consent box only if a consent text is published', () => {
  const form = { values: { name: 'נועה', when: 'evening', marketingConsent: 'on' }, errors: { phone: 'שדה חובה' } }
  const props = callProps({ request: pageRequest({ path: '/book-a-call', form }) })
  const { html, links } = renderHtml(<call.View {...props} />)
  const { fields, attributes } = partsOf(html)
  expect(fields).toMatchObject({
    name: 'נועה',
    phone: '',
    consentTextId: 'text-marketing',
    privacyTextId: 'text-privacy',
  })
  expect(fields).toHaveProperty('marketingConsent')
  expect(attributes('option').filter((one) => 'selected' in one)).toMatchObject([{ value: 'evening' }])
  expect(links).toContainEqual(['טלפון: שדה חובה', '#call-phone'])
  expect(call.head(props).title).toBe('יש שדה אחד לתיקון – שיחת היכרות')
  expect(renderHtml(<call.View {...callProps({ texts: [] })} />).html).not.toContain('marketingConsent')
})

test('the required fields of a call are visible, and the optional ones are expanded when filled in or rejected', () => {
  const moreOf = (form?: object) => {
    const request = pageRequest({ path: '/book-a-call', form })
    return partsOf(renderHtml(<call.View {...callProps({ request })} />).html).attributes('details')[0]
  }
  expect(moreOf()).not.toHaveProperty('open')
  expect(moreOf({ values: { message: 'חובות' }, errors: {} })).toHaveProperty('open')
  expect(moreOf({ values: {}, errors: { email: 'כתובת שגויה' } })).toHaveProperty('open')
})

test('below the form there is a WhatsApp link if the business has a mobile number', () => {
  const linksOf = (mobile: string | null) =>
    renderHtml(<call.View {...callProps({ facts: siteFacts({ business: { mobile } }) })} />).links
  expect(linksOf('050-000-0001')).toContainEqual(['שליחת הודעה בוואטסאפ', 'https://wa.me/972500000001'])
  expect(linksOf(null).map(([linkText]) => linkText)).not.toContain('שליחת הודעה בוואטסאפ')
})

test('after a submission the request number is shown, with a link to the preparation page while that is published', () => {
  const request = pageRequest({ path: '/book-a-call', query: { ticket: '1024' } })
  const { html, text, links } = renderHtml(<call.View {...callProps({ request })} />)
  expect(text).toContain('מספר פנייה: 1024')
  expect(html).not.toContain('<form')
  const back = ['חזרה לאתר', '/']
  expect(links.slice(1)).toEqual([back])
  expect(call.head(callProps({ request })).robots).toBe('noindex')
  const facts = siteFacts({ publishedPaths: ['/preparation'] })
  expect(renderHtml(<call.View {...callProps({ request, facts })} />).links.slice(1)).toEqual([
    back,
    ['חמש דקות הכנה לפני שנפגשים', '/preparation'],
  ])
})

test.each(['1<b>', 'abc', ''])('with the malformed ticket %j the form is still shown', (ticket) => {
  const request = pageRequest({ path: '/book-a-call', query: { ticket } })
  expect(renderHtml(<call.View {...callProps({ request })} />).html).toContain('<form')
})

test.each([
  ['evening', 'אחרי שש', 'נוח לדבר: אחר הצהריים, 16:00 עד 18:00\nאחרי שש'],
  ['toString', '', 'נוח לדבר: בכל שעה'],
])('the preferred time %s and the text %j become the message of the contact request', (when, message, expected) => {
  const posted = { body: { consentTextId: 'a', other: 'b' }, params: {}, sourceUrl: '/book-a-call' }
  expect(callFormAction.input!({ name: 'נועה', phone: '050', when, message }, posted)).toEqual({
    name: 'נועה',
    phone: '050',
    topic: 'call',
    message: expected,
    consentTextId: 'a',
    sourceUrl: '/book-a-call',
  })
})

test('a call requires a phone number, and the message limit leaves room for the preferred time', () => {
  expect(callFormAction.check!({ phone: ' ' })).toEqual({ phone: 'שדה חובה' })
  expect(callFormAction.check!({ phone: '050', message: 'א'.repeat(3_900) })).toEqual({})
  expect(callFormAction.check!({ phone: '050', message: 'א'.repeat(3_901) })).toHaveProperty('message')
})

type LandingProps = Parameters<typeof landing.View>[0]
const magnet = {
  id: crypto.randomUUID(),
  slug: 'seven',
  title: 'שבעה ימים',
  description: '',
  asks_phone: false,
  has_file: false,
  landing_path: '/ninja',
  updated_at: '2026-11-24T08:00:00Z',
}
const landingProps = (path: LandingPath, changes: Partial<LandingProps> = {}): LandingProps => ({
  facts: siteFacts(),
  request: pageRequest({ path }),
  path,
  magnet,
  texts: shownTexts,
  ...siteContent([blockOf('opening', { title: 'שבעה ימים' }), blockOf('quote', { text: 'משפט' })]),
  ...changes,
})

test('a challenge starts with its form, and a lesson with its content', () => {
  const order = (path: LandingPath) => {
    const { html, headings } = renderHtml(<landing.View {...landingProps(path)} />)
    return [html.indexOf('<form') < html.indexOf('class="display saying"'), headings]
  }
  expect(order('/ninja')).toEqual([true, ['1 שבעה ימים']])
  expect(order('/lesson')).toEqual([false, ['1 שבעה ימים', '2 הגיליון אליכם']])
})

test('the button in the opening section of the default lesson links to its form', () => {
  const { html, links } = renderHtml(<landing.View {...landingProps('/lesson', siteContent(lesson.blocks))} />)
  const anchors = partsOf(html)
    .attributes('section')
    .map(({ id }) => `#${id}`)
  expect(links).toContainEqual(['לקבלת הגיליון', anchors.at(-1)])
})

test('a challenge has the dark theme with a light form card; a lesson has the default theme', () => {
  const grounds = (path: LandingPath) =>
    partsOf(renderHtml(<landing.View {...landingProps(path)} />).html)
      .attributes('(?:section|div)')
      .flatMap(({ 'data-theme': theme }) => theme ?? [])
  expect(grounds('/ninja')).toEqual(['dark', 'light'])
  expect(grounds('/lesson')).toEqual([])
})

test('each landing page posts its form to the path of the page, with its own button text and lead magnet', () => {
  const { html } = renderHtml(<landing.View {...landingProps('/fiscal-fitness')} />)
  const { attributes, fields } = partsOf(html)
  expect(attributes('form').map(({ action, method }) => [action, method])).toEqual([
    ['/fiscal-fitness#lead-errors', 'post'],
  ])
  expect(fields).toMatchObject({ magnet: 'seven' })
  expect(elements(html, 'button').map(({ inside }) => inside)).toContain('להתחלת האימון')
})

const webinars = [shownWebinar('later', '2027-02-01T18:00:00Z'), shownWebinar('sooner', '2027-01-05T18:00:00Z')]

test('on a page with a webinar block the form registers for the named or the next webinar instead of the lead magnet', () => {
  const bound = (webinar: string, path: LandingPath = '/ninja') => {
    const blocks = [blockOf('opening', { title: 'פתיחה' }), blockOf('webinar', { title: 'מתי זה קורה', webinar })]
    return renderHtml(<landing.View {...landingProps(path, siteContent(blocks, { webinars }))} />)
  }
  const actionsOf = ({ html }: ReturnType<typeof bound>) =>
    partsOf(html)
      .attributes('form')
      .map(({ action }) => action)
  expect(actionsOf(bound('later'))).toEqual(['/webinar/later#webinar-errors'])
  expect(actionsOf(bound('', '/fiscal-fitness'))).toEqual(['/webinar/sooner#webinar-errors'])
  expect(bound('later').headings).toEqual(['1 פתיחה', '2 שמירת מקום'])
  // The card shows the title and the date of the webinar.
  const { html } = bound('later')
  expect(elements(html, 'b').map(({ inside }) => inside)).toContain('הדרכה later')
  expect(elements(html, 'time').map(({ inside }) => inside)).toEqual(['יום שני, 1 בפברואר, 20:00, שעון ישראל'])
  // Without a session of that webinar, the form is that of the lead magnet.
  expect(actionsOf(bound('over'))).toEqual(['/ninja#lead-errors'])
})

test('a just-in-time webinar has a registration form although it has no session yet', () => {
  const soon = '2027-01-05T08:15:00.000Z'
  const webinars = [{ ...shownWebinar('quarters', soon), sessions: [], soon }]
  const blocks = [blockOf('opening', { title: 'פתיחה' }), blockOf('webinar', { webinar: '' })]
  const { html } = renderHtml(<landing.View {...landingProps('/ninja', siteContent(blocks, { webinars }))} />)
  expect(partsOf(html).fields).toMatchObject({ sessionId: 'next' })
  expect(elements(html, 'time').map(({ inside }) => inside)).toEqual(['יום שלישי, 5 בינואר, 10:15, שעון ישראל'])
})

test('a page with a product in its opening shows the price and a link to the product instead of the lead magnet', () => {
  const blocks = [blockOf('opening', { title: 'פתיחה', product: 'livui', action: { words: 'לליווי', href: '/livui' } })]
  const props = landingProps('/fiscal-fitness', siteContent(blocks, { offers: [offerWith()] }))
  const { html, links, text } = renderHtml(
    <landing.View {...props} facts={siteFacts({ publishedPaths: ['/livui'] })} />,
  )
  expect(html).not.toContain('<form')
  expect(links).toEqual([['לליווי', '/livui']])
  expect(text).toContain('ליווי משפחתי')
  expect(html).toContain('class="price"')
})

test('while the lead magnet is switched off the page shows its content and a link to the call page, and no form', () => {
  const { html, links, text } = renderHtml(<landing.View {...landingProps('/ninja', { magnet: undefined })} />)
  expect(html).not.toContain('<form')
  expect(links).toEqual([['לשיחת היכרות', '/contact']])
  expect(text).toContain('משפט')
  const form = { values: {}, errors: { name: 'שדה חובה', email: 'שדה חובה' } }
  const rejected = landingProps('/ninja', { request: pageRequest({ path: '/ninja', form }) })
  expect(landing.head(rejected).title).toBe('יש שני שדות לתיקון – שבעה ימים')
})
