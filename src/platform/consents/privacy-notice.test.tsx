import { expect, test } from 'vitest'
import { partsOf, renderHtml } from '../../../test/rendered-html.ts'
import { bareBusiness, siteFacts } from '../../../test/site-facts.ts'
import { NoticeShown, PrivacyNotice } from './privacy-notice.tsx'

const texts = [
  { id: 'n1', kind: 'privacy_notice' as const, he_text: 'נמסר אל {{legalName}}, {{companyNumber}}, {{privacyEmail}}.' },
]
const show = (changes: Parameters<typeof siteFacts>[0] = {}) =>
  renderHtml(<PrivacyNotice texts={texts} facts={siteFacts(changes)} />)

test('the notice names who keeps the details, each value in a direction of its own', () => {
  const { html, text } = show()
  expect(text).toBe('נמסר אל בית מרווח בע״מ, 510000011, office@example.com.')
  expect(html).toContain('\u2068510000011\u2069')
  expect(show({ business: { privacy_email: 'p@example.com' } }).text).toContain('p@example.com')
})

test('what the business has not filled in leaves no gap, and its name replaces a missing registered one', () => {
  expect(show({ business: bareBusiness }).text).toBe('נמסר אל בית מרווח.')
})

test('the policy is linked once it is published, and no text is no notice', () => {
  expect(show().links).toEqual([])
  expect(show({ publishedPaths: ['/privacy-policy'] }).links).toEqual([['מדיניות הפרטיות', '/privacy-policy']])
  expect(renderHtml(<PrivacyNotice texts={[]} facts={siteFacts()} />).html).toBe('')
})

test('a form sends which notice was shown', () => {
  expect(partsOf(renderHtml(<NoticeShown texts={texts} />).html).fields).toEqual({ privacyTextId: 'n1' })
  expect(renderHtml(<NoticeShown texts={[]} />).html).toBe('')
})
