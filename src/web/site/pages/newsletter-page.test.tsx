import { expect, test } from 'vitest'
import { elements, partsOf, renderHtml, textOf } from '../../../../test/rendered-html.ts'
import { listedPost, pageRequest, siteFacts } from '../../../../test/site-facts.ts'
import * as newsletter from './newsletter-page.tsx'

const newsletterProps = (query = {}, form?: unknown) => ({
  facts: siteFacts(),
  request: pageRequest({ path: '/newsletter', query, ...(form !== undefined && { form }) }),
  content: undefined,
  post: undefined,
  recipients: undefined,
  text: { id: 'text', he_text: 'מסכימים לקבל דיוור מ{{legalName}}' },
})

test('the consent text contains the legal name, its box is unchecked, and after sign-up a message replaces the form', () => {
  const { html, text } = renderHtml(<newsletter.View {...newsletterProps()} />)
  expect(text).toContain('מסכימים לקבל דיוור מבית מרווח בע״מ')
  expect(partsOf(html).fields).toMatchObject({ email: '', consentTextId: 'text' })
  expect(partsOf(html).fields).not.toHaveProperty('consent')
  const sent = newsletterProps({ sent: '' })
  expect(renderHtml(<newsletter.View {...sent} />).text).toContain('שלחנו הודעת אישור')
  expect(renderHtml(<newsletter.View {...sent} />).html).not.toContain('<form')
  expect(newsletter.head(sent).robots).toBe('noindex')
})

test('the consent box and the e-mail address are marked as required', () => {
  const { html } = renderHtml(<newsletter.View {...newsletterProps()} />)
  expect(html.match(/<input[^>]* required=""/g)).toHaveLength(2)
  expect(html.match(/<span class="req" aria-hidden="true">/g)).toHaveLength(2)
})

test('without a published consent text there is no sign-up form', () => {
  expect(renderHtml(<newsletter.View {...newsletterProps()} text={undefined} />).html).not.toContain('<form')
})

test('the newest post is shown as a sample message with sender and subject; without a post there is no sample', () => {
  const post = listedPost({ title: 'ארבעה סעיפים', excerpt: 'מתחילים ממה שקבוע' })
  const { html, links } = renderHtml(<newsletter.View {...newsletterProps()} post={post} />)
  const [message] = elements(html, 'article')
  expect(elements(message!.inside, 'dd').map(({ inside }) => textOf(inside))).toEqual(['בית מרווח', 'ארבעה סעיפים'])
  expect(textOf(message!.inside)).toContain('ארבעה סעיפים מתחילים ממה שקבוע להמשך קריאה')
  expect(links).toContainEqual(['להמשך קריאה', '/blog/takziv'])
  expect(renderHtml(<newsletter.View {...newsletterProps()} />).text).not.toContain('כך נראית הודעה')
})

test('the number of recipients is shown if it is known', () => {
  expect(renderHtml(<newsletter.View {...newsletterProps()} recipients={1_240} />).text).toContain(
    '1,240 אנשים כבר מקבלים אותו',
  )
  expect(renderHtml(<newsletter.View {...newsletterProps()} />).text).not.toContain('כבר מקבלים')
})
