import { expect, test } from 'vitest'
import type { PublishedLegal } from '#features/legal/legal.data.ts'
import { elements, partsOf, renderHtml, textOf } from '../../../test/rendered-html.ts'
import { bareBusiness, pageRequest, shownTexts, siteFacts } from '../../../test/site-facts.ts'
import * as accessibility from './accessibility-page.tsx'
import * as cancel from './cancel-transaction-page.tsx'
import * as privacy from './privacy-page.tsx'

const published = (changes: Partial<PublishedLegal> = {}, body = 'פסקה של {{legalName}}.'): PublishedLegal => ({
  version: { number: 2, updated_line: 'עודכן לאחרונה', body, published_at: '2026-11-05T08:00:00Z' },
  facts: { legalName: 'בית מרווח בע״מ' },
  confirmed: [],
  log: [
    { number: 2, note: 'נוסף סעיף', published_at: '2026-11-05T08:00:00Z' },
    { number: 1, note: '', published_at: '2026-01-05T08:00:00Z' },
  ],
  ...changes,
})
const sheet = (published: PublishedLegal) => renderHtml(<privacy.View published={published} />)

test('a legal text shows its version, its details and its change history', () => {
  const { text, headings } = sheet(published())
  expect(headings[0]).toBe('1 מדיניות פרטיות')
  expect(text).toContain('עודכן לאחרונה גרסה 2')
  expect(text).toContain('פסקה של בית מרווח בע״מ.')
  expect(text).toMatch(/גרסה 2 5\.11\.2026 נוסף סעיף גרסה 1 5\.1\.2026$/)
})

test('a claim is shown only while it is confirmed, and a section that depends on a business detail only while that detail is filled in', () => {
  const body = 'תמיד. {{#mfa}}אימות רב־שלבי.{{/mfa}} {{#phone}}בטלפון {{phone}}.{{/phone}}'
  expect(sheet(published({}, body)).text).not.toMatch(/אימות|בטלפון/)
  const all = published({ confirmed: ['mfa'], facts: { legalName: 'בית מרווח', phone: '04-000-0000' } }, body)
  expect(sheet(all).text).toContain('אימות רב־שלבי. בטלפון 04-000-0000.')
})

test('the sections of a text are listed beside it, with the details of the company that are filled in', () => {
  const { html } = sheet(published({}, '### מי אנחנו {#who}\n\nפסקה.\n\n### מה נאסף\n\nפסקה.'))
  const contents = elements(html, 'nav')[0]!
  expect(partsOf(contents.inside).links[0]).toEqual(['מי אנחנו', '#who'])
  expect(html).toContain('id="who"')
  expect(elements(html, 'dt').map(({ inside }) => inside)).toEqual(['שם החברה'])
  expect(sheet(published()).html).not.toContain('legal__contents')
})

test('markup in a legal text is escaped', () => {
  const { html, text } = sheet(
    published({}, '<img src=x onerror=alert(1)> **חזק** [כאן](/terms) [רע](javascript:alert(1))'),
  )
  expect(html).not.toContain('<img')
  expect(text).toContain('<img src=x onerror=alert(1)> חזק כאן')
  expect(partsOf(html).links).toEqual([['כאן', '/terms']])
})

test('the head of a legal page has its publication date', () => {
  expect(privacy.head({ published: published() })).toMatchObject({
    title: 'מדיניות פרטיות',
    modifiedAt: '2026-11-05T08:00:00Z',
  })
})

const accessibilityProps = (query = {}, form?: unknown) => ({
  facts: siteFacts(),
  request: pageRequest({ path: '/accessibility', query, ...(form !== undefined && { form }) }),
  published: published(),
  texts: shownTexts,
})

test('a barrier can be reported below the statement, and the ticket number replaces the form', () => {
  const { html, headings } = renderHtml(<accessibility.View {...accessibilityProps()} />)
  expect(headings).toContain('2 נתקלתם במשהו שאינו נגיש?')
  expect(partsOf(html).fields).toHaveProperty('privacyTextId', 'text-privacy')
  const sent = accessibilityProps({ ticket: '77' })
  const after = renderHtml(<accessibility.View {...sent} />)
  expect(after.text).toContain('תודה, הפנייה התקבלה. מספר פנייה: 77 נשיב בתוך 7 ימי עסקים.')
  expect(after.html).not.toContain('<form')
  expect(accessibility.head(sent).robots).toBe('noindex')
  expect(renderHtml(<accessibility.View {...accessibilityProps({ ticket: 'x' })} />).html).toContain('<form')
  const rejected = accessibilityProps({}, { values: {}, errors: {}, problem: 'לא הצלחנו' })
  expect(accessibility.head(rejected).title).toBe('לא הצלחנו – הצהרת נגישות')
})

type CancelProps = Parameters<typeof cancel.View>[0]
const cancelProps = (changes: Partial<CancelProps> = {}): CancelProps => ({
  facts: siteFacts(),
  request: pageRequest({ path: '/cancel-transaction' }),
  texts: shownTexts,
  receipt: undefined,
  ...changes,
})

test('beside the cancellation form are the other contact options that the business has', () => {
  const { html } = renderHtml(<cancel.View {...cancelProps()} />)
  const aside = elements(html, 'aside')[0]!.inside
  expect(partsOf(aside).links).toEqual([
    ['04-000-0000', 'tel:+97240000000'],
    ['office@example.com', 'mailto:office@example.com'],
  ])
  expect(textOf(aside)).toContain('בדואר רשום: הרצל 1, חיפה')
  const bare = renderHtml(
    <cancel.View {...cancelProps({ facts: siteFacts({ business: bareBusiness, publishedPaths: ['/terms'] }) })} />,
  )
  expect(partsOf(elements(bare.html, 'aside')[0]!.inside).links).toEqual([
    ['תנאי הביטול המלאים', '/terms#cancellation'],
  ])
})

const receipt = {
  ticket_number: 12,
  received_at: '2026-11-25T16:05:00Z',
  masked_email: 'n…@example.com',
  is_mailed: true,
}

test('a receipt shows when the message was received, in Israel time, and whether a mail was sent', () => {
  const props = cancelProps({
    receipt: receipt as unknown as NonNullable<CancelProps['receipt']>,
    request: pageRequest({ query: { receipt: 'x' } }),
  })
  const { text, html } = renderHtml(<cancel.View {...props} />)
  expect(text).toContain('הודעת הביטול התקבלה ביום רביעי, 25 בנובמבר 2026 בשעה 18:05.')
  expect(text).toContain('אישור נשלח לדוא״ל n…@example.com. מספר: 12')
  expect(html).not.toContain('<form')
  expect(cancel.head(props)).toMatchObject({ title: 'הודעת הביטול התקבלה', robots: 'noindex' })
  const silent = cancelProps({
    receipt: { ...receipt, is_mailed: false } as unknown as NonNullable<CancelProps['receipt']>,
  })
  expect(renderHtml(<cancel.View {...silent} />).text).not.toContain('אישור נשלח לדוא״ל')
})

test('an unknown receipt shows the form again, and is noindex', () => {
  const props = cancelProps({ request: pageRequest({ query: { receipt: 'unknown' } }) })
  expect(renderHtml(<cancel.View {...props} />).html).toContain('<form')
  expect(cancel.head(props)).toMatchObject({ title: 'בקשה לביטול עסקה', robots: 'noindex' })
})
