import { expect, test } from 'vitest'
import { partsOf, renderHtml } from '../../../test/rendered-html.ts'
import { bareBusiness, siteFacts } from '../../../test/site-facts.ts'
import { NoticeShown, PrivacyNotice } from './privacy-notice.tsx'

const texts = [
  { id: 'n1', kind: 'privacy_notice' as const, he_text: 'נמסר אל {{legalName}}, {{companyNumber}}, {{privacyEmail}}.' },
]
const show = (changes: Parameters<typeof siteFacts>[0] = {}) =>
  renderHtml(<PrivacyNotice texts={texts} facts={siteFacts(changes)} />)

test('the notice names the business responsible for the data, with each value in its own bidi isolate', () => {
  const { html, text } = show()
  expect(text).toBe('נמסר אל בית מרווח בע״מ, 510000011, office@example.com.')
  expect(html).toContain('\u2068510000011\u2069')
  expect(show({ business: { privacy_email: 'p@example.com' } }).text).toContain('p@example.com')
})

test('missing business details leave no gap, and the display name replaces a missing registered name', () => {
  expect(show({ business: bareBusiness }).text).toBe('נמסר אל בית מרווח.')
})

test('the privacy policy is linked only once published, and without a text nothing is rendered', () => {
  expect(show().links).toEqual([])
  expect(show({ publishedPaths: ['/privacy-policy'] }).links).toEqual([['מדיניות הפרטיות', '/privacy-policy']])
  expect(renderHtml(<PrivacyNotice texts={[]} facts={siteFacts()} />).html).toBe('')
})

test('a form submits the id of the displayed notice', () => {
  expect(partsOf(renderHtml(<NoticeShown texts={texts} />).html).fields).toEqual({ privacyTextId: 'n1' })
  expect(renderHtml(<NoticeShown texts={[]} />).html).toBe('')
})
