import { expect, test } from 'vitest'
import { partsOf, renderHtml } from '../../../../test/rendered-html.ts'
import { bareBusiness, blockOf, pageRequest, shownTexts, siteContent, siteFacts } from '../../../../test/site-facts.ts'
import * as contact from './contact-page.tsx'

const opening = blockOf('opening', { title: 'דברו עם {{businessName}}', lead: 'נענה מהר' })
const rejected = { values: { name: 'נועה', phone: '12' }, errors: { phone: 'מספר הטלפון אינו תקין' } }

const contactProps = (changes: Partial<Parameters<typeof contact.View>[0]> = {}) => ({
  facts: siteFacts(),
  request: pageRequest({ path: '/contact' }),
  content: undefined,
  texts: shownTexts,
  ...changes,
})

test('the contact form is shown before its page is published, and then with the texts of the page', () => {
  expect(renderHtml(<contact.View {...contactProps()} />).headings[0]).toBe('1 נשמח לשמוע מכם')
  const content = siteContent([opening, blockOf('quote', { text: 'משפט' })])
  const { headings, text } = renderHtml(<contact.View {...contactProps({ content })} />)
  expect(headings[0]).toBe('1 דברו עם בית מרווח')
  expect(text).toMatch(/משפט$/)
  expect(contact.head(contactProps({ content })).description).toBe('נענה מהר')
})

test('phone, WhatsApp and e-mail are links, and empty ones are omitted', () => {
  const { html, links } = renderHtml(<contact.View {...contactProps()} />)
  // The phone link precedes the form, on a phone too.
  expect(html.indexOf('tel:')).toBeLessThan(html.indexOf('<form'))
  expect(links).toEqual([
    ['04-000-0000', 'tel:+97240000000'],
    ['שליחת הודעה בוואטסאפ', 'https://wa.me/972500000001'],
    ['office@example.com', 'mailto:office@example.com'],
  ])
  const bare = contactProps({ facts: siteFacts({ business: bareBusiness }) })
  expect(renderHtml(<contact.View {...bare} />).links).toEqual([])
})

test('a call that can be booked online is linked until the form is submitted', () => {
  const link = ['לקבוע מועד לשיחה ביומן', '/book-a-call']
  const facts = siteFacts({ callBooking: '/book/hila/call', publishedPaths: ['/', '/contact', '/book-a-call'] })
  expect(renderHtml(<contact.View {...contactProps({ facts })} />).links).toContainEqual(link)
  const request = pageRequest({ path: '/contact', query: { ticket: '1042' } })
  expect(renderHtml(<contact.View {...contactProps({ facts, request })} />).links).not.toContainEqual(link)
  const without = siteFacts({ publishedPaths: ['/', '/contact', '/book-a-call'] })
  expect(renderHtml(<contact.View {...contactProps({ facts: without })} />).links).not.toContainEqual(link)
})

test('a rejected form has the error count in the title, its values, and a link to the invalid field', () => {
  const props = contactProps({ request: pageRequest({ path: '/contact', form: rejected }) })
  expect(contact.head(props).title).toBe('יש שדה אחד לתיקון – יצירת קשר')
  const { html, links } = renderHtml(<contact.View {...props} />)
  expect(partsOf(html).fields).toMatchObject({ name: 'נועה', phone: '12' })
  expect(links).toContainEqual(['טלפון: מספר הטלפון אינו תקין', '#contact-phone'])
})

test.each([
  ['1024', true],
  ['<b>1</b>', false],
  ['1'.repeat(13), false],
])('whether the ticket %s is confirmed: %s; the page is not indexed in either case', (ticket, isThanked) => {
  const props = contactProps({ request: pageRequest({ path: '/contact', query: { ticket } }) })
  expect(renderHtml(<contact.View {...props} />).text.includes(ticket)).toBe(isThanked)
  expect(contact.head(props).robots).toBe('noindex')
})
