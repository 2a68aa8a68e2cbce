import { expect, test } from 'vitest'
import type { AuthorsLink } from '#features/reviews/reviews.ts'
import { partsOf, renderHtml } from '../../../test/rendered-html.ts'
import { pageRequest, shownTexts, siteFacts } from '../../../test/site-facts.ts'
import * as confirm from './review-confirm-page.tsx'
import * as request from './review-request-page.tsx'
import * as wording from './review-wording-page.tsx'

const found = (state: AuthorsLink['state'], changes: Partial<AuthorsLink> = {}): AuthorsLink => ({
  kind: 'proof',
  state,
  email: 'n…@example.com',
  shown_name: 'נ׳ ל׳',
  rating: 4,
  body: 'עזר לנו',
  proposed: 'עזר לנו מאוד',
  is_verified: false,
  ...changes,
})
const at = (query = {}, form?: unknown) =>
  pageRequest({ params: { token: 'a/b' }, query, ...(form !== undefined && { form }) })
const actions = (html: string) =>
  partsOf(html)
    .attributes('form')
    .map(({ action, method }) => [method, action])

test('an author confirms or deletes with a button, and opening the page does neither', () => {
  const props = { request: at(), found: found('open') }
  const { html, text, headings } = renderHtml(<confirm.View {...props} />)
  expect(headings[0]).toBe('1 ההמלצה הזאת שלכם?')
  expect(text).toContain('הכתובת: n…@example.com')
  expect(text).toContain('4 מתוך 5 עזר לנו נ׳ ל׳')
  expect(actions(html)).toEqual([
    ['post', '/reviews/confirm/a%2Fb'],
    ['post', '/reviews/confirm/a%2Fb/disown'],
  ])
  expect(confirm.head(props)).toMatchObject({ robots: 'noindex', image: null })
})

test('only an unverified review shows that it is deleted unless its author confirms it', () => {
  const textOf = (link: AuthorsLink) => renderHtml(<confirm.View request={at()} found={link} />).text
  const waiting = textOf(found('open'))
  expect(waiting).toContain('בלי האישור שלכם הן לא יתפרסמו.')
  expect(waiting).toContain('בלי תשובה ההמלצה תימחק')
  const verified = textOf(found('open', { is_verified: true }))
  expect(verified).toContain('הצוות שלנו כבר אימת אותן, וייתכן שהן כבר באתר.')
  expect(verified).not.toContain('לא יתפרסמו')
  expect(verified).not.toContain('תימחק')
})

test.each([
  [found('approved'), {}, 'תודה, ההמלצה אצלנו', []],
  [found('declined'), {}, 'תודה, ההמלצה אצלנו', []],
  [undefined, { disowned: '' }, 'נמחק. תודה שאמרתם', []],
  [undefined, {}, 'הקישור אינו מוכר', []],
  [found('expired'), {}, 'תוקף הקישור הסתיים', [['post', '/reviews/confirm/a%2Fb/renew']]],
])(
  'confirmation link case %#: the page has the expected title and actions, and no review text',
  (state, query, title, expected) => {
    const { html, text, headings } = renderHtml(<confirm.View request={at(query)} found={state} />)
    expect(headings[0]).toBe(`1 ${title}`)
    expect(actions(html)).toEqual(expected)
    expect(text).not.toContain('עזר לנו')
  },
)

test('a request for a new link is confirmed without revealing whether a mail was sent', () => {
  const { text } = renderHtml(<confirm.View request={at({ sent: '' })} found={found('expired')} />)
  expect(text).toContain('אם לא נשלח קישור ממש עכשיו, קישור חדש בדרך לאותה כתובת.')
})

test('a refusal is shown above the text', () => {
  const { text } = renderHtml(<confirm.View request={at({}, { problem: 'לא הצלחנו' })} found={found('open')} />)
  expect(text).toMatch(/לא הצלחנו אלה המילים/)
})

test('a proposed wording is shown above the current one, with a button to accept and one to reject it', () => {
  const { html, text } = renderHtml(<wording.View request={at()} found={found('open', { rating: null })} />)
  expect(text).toMatch(/הנוסח שאנחנו מציעים עזר לנו מאוד נ׳ ל׳ הנוסח הקיים עזר לנו נ׳ ל׳/)
  expect(text).not.toContain('מתוך 5')
  expect(actions(html)).toEqual([
    ['post', '/reviews/wording/a%2Fb'],
    ['post', '/reviews/wording/a%2Fb/keep'],
  ])
})

test.each([
  ['approved', 'הנוסח החדש אושר', 'מעכשיו אלה המילים שיעמדו לצד השם שלכם'],
  ['declined', 'נשארים עם מה שכתבתם', 'לא שינינו מילה'],
  ['withdrawn', 'הנוסח הזה כבר לא מוצע', 'ויתרנו עליו, או ששלחנו אחריו אחר'],
] as const)('a %s wording shows the current review text, and has no form', (state, title, shownText) => {
  const { html, text, headings, links } = renderHtml(<wording.View request={at()} found={found(state)} />)
  expect(headings[0]).toBe(`1 ${title}`)
  expect(text).toContain(shownText)
  expect(text).toContain('עזר לנו נ׳ ל׳')
  expect(actions(html)).toEqual([])
  expect(links).toEqual([['לכל ההמלצות', '/reviews']])
})

const requestProps = (state: 'open' | 'answered' | 'expired' | undefined, form?: unknown) => ({
  facts: siteFacts(),
  request: at({}, form),
  found: state && { state, first_name: 'נועה' },
  texts: shownTexts,
})

test('a form behind a personal link is prefilled with the name and has no address field', () => {
  const { html } = renderHtml(<request.View {...requestProps('open')} />)
  const { fields } = partsOf(html)
  expect(fields).toMatchObject({ name: 'נועה', privacyTextId: 'text-privacy' })
  expect(fields).not.toHaveProperty('email')
  expect(actions(html)).toEqual([['post', '/reviews/request/a%2Fb#review-errors']])
})

test('a rejected form keeps the name that was typed, and its page title shows the error', () => {
  const props = requestProps('open', { values: { name: 'נ׳' }, errors: { body: 'שדה חובה' } })
  expect(partsOf(renderHtml(<request.View {...props} />).html).fields['name']).toBe('נ׳')
  expect(request.head(props).title).toBe('יש שדה אחד לתיקון – נשמח לשמוע איך היה')
})

test.each([
  ['answered', 'תודה ששיתפתם', [['לכל ההמלצות', '/reviews']]],
  ['expired', 'תוקף הקישור הסתיים', [['לכתיבת המלצה', '/reviews#tell']]],
  [undefined, 'הקישור אינו מוכר', [['לכתיבת המלצה', '/reviews#tell']]],
] as const)('a review request in the state %s has no form, but a link', (state, title, expected) => {
  const { html, headings, links } = renderHtml(<request.View {...requestProps(state)} />)
  expect(headings[0]).toBe(`1 ${title}`)
  expect(html).not.toContain('<form')
  expect(links).toEqual(expected)
})
