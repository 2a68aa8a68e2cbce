import { expect, test } from 'vitest'
import type { ApprovedReview } from '#features/reviews/reviews.ts'
import { elements, partsOf, renderHtml, textOf } from '../../../../test/rendered-html.ts'
import {
  approvedReview,
  blockOf,
  pageRequest,
  shownTexts,
  siteContent,
  siteFacts,
} from '../../../../test/site-facts.ts'
import * as reviewsPage from './reviews-page.tsx'

const reviewsProps = (reviews: ApprovedReview[], query = {}, average = { average: 4.5, rated: 12 }) => ({
  facts: siteFacts(),
  request: pageRequest({ path: '/reviews', query }),
  reviews,
  average,
  texts: shownTexts,
  ...siteContent([blockOf('opening', { title: 'המלצות' })]),
})

test('a topic filter shows only its reviews, with the whole list as canonical', () => {
  const reviews = [approvedReview({ tags: ['חובות'] }), approvedReview({ id: 'b', shown_name: 'ד׳', tags: ['תקציב'] })]
  const props = reviewsProps(reviews, { topic: 'תקציב' })
  const { html, links } = renderHtml(<reviewsPage.View {...props} />)
  const authors = elements(html, 'figcaption').flatMap(({ inside }) => elements(inside, 'b'))
  expect(authors.map(({ inside }) => textOf(inside))).toEqual(['ד׳'])
  expect(links.slice(0, 3).map(([linkText]) => linkText)).toEqual(['הכול', 'חובות', 'תקציב'])
  expect(reviewsPage.head(props).canonical).toBe('/reviews')
  expect(
    elements(renderHtml(<reviewsPage.View {...reviewsProps(reviews, { topic: 'אחר' })} />).html, 'figcaption'),
  ).toHaveLength(2)
})

test('a review shows its author, topics and month of publication in Israel time', () => {
  // Half an hour before midnight in UTC is the next month in Israel.
  const review = approvedReview({ about: 'זוג צעיר', tags: ['חובות', 'תקציב'], approved_at: '2026-10-31T23:30:00Z' })
  const { html } = renderHtml(<reviewsPage.View {...reviewsProps([review])} />)
  expect(elements(html, 'figcaption').map(({ inside }) => textOf(inside))).toEqual([
    'נל נ׳ ל׳ זוג צעיר חובות, תקציב פורסמה בנובמבר 2026',
  ])
  expect(html).toMatch(/<time datetime="2026-11">/i)
})

test('the average of all ratings is shown from five ratings on', () => {
  expect(renderHtml(<reviewsPage.View {...reviewsProps([approvedReview({})])} />).text).toContain(
    '4.5 מתוך 5, ממוצע של 12 דירוגים',
  )
  const few = reviewsProps([approvedReview({})], {}, { average: 5, rated: 4 })
  expect(renderHtml(<reviewsPage.View {...few} />).text).not.toContain('ממוצע')
})

test('without reviews the page asks for the first one; after a submission a thank-you replaces the form', () => {
  expect(renderHtml(<reviewsPage.View {...reviewsProps([])} />).text).toContain('הראשונה יכולה להיות שלכם')
  const emptyProps = reviewsProps([], { left: '' })
  const { html, text } = renderHtml(<reviewsPage.View {...emptyProps} />)
  expect(text).toContain('תודה ששיתפתם, נשאר רק לאשר')
  expect(html).not.toContain('<form')
  expect(reviewsPage.head(emptyProps).robots).toBe('noindex')
})

test('the most private name display is preselected, and consent is not checked', () => {
  const { html } = renderHtml(<reviewsPage.View {...reviewsProps([])} />)
  const inputs = partsOf(html).attributes('input')
  expect(inputs.filter(({ type, ...one }) => type === 'radio' && 'checked' in one).map(({ value }) => value)).toEqual([
    'first_name_only',
  ])
  expect(inputs.filter(({ type, ...one }) => type === 'checkbox' && 'checked' in one)).toEqual([])
})
