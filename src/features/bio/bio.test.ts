import { expect, test } from 'vitest'
import { BioLinkEdit, clickDays, destination, firstClickDay, sourceOf } from './bio.ts'

test.each([
  ['/blog', null, '/blog'],
  ['/blog', 'spring', '/blog?utm_source=link-in-bio&utm_medium=bio&utm_campaign=spring'],
  ['/blog?a=1#top', 'x', '/blog?a=1&utm_source=link-in-bio&utm_medium=bio&utm_campaign=x#top'],
  ['mailto:info@example.com', 'x', 'mailto:info@example.com'],
])('%s with the campaign %s redirects to %s', (url, campaign, to) => {
  expect(destination({ url, campaign })).toBe(to)
})

test.each([
  ['https://a.test/landinger/link-in-bio?utm_source=TikTok', 'tiktok'],
  ['https://a.test/landinger/link-in-bio?utm_source=%D7%A4%D7%99%D7%99%D7%A1', '-'],
  ['https://a.test/landinger/link-in-bio', 'direct'],
  ['an invalid referrer', 'direct'],
  [undefined, 'direct'],
])('a visit from %s is counted as %s', (referer, source) => {
  expect(sourceOf(referer)).toBe(source)
})

const typed = {
  title: 'הבלוג',
  note: '',
  url: '/blog',
  icon: 'link',
  is_featured: false,
  from: '',
  to: '',
  campaign: '',
}

test('link dates are days in Israel, the last day included', () => {
  expect(BioLinkEdit.parse({ ...typed, from: '2026-12-01', to: '2026-12-01', campaign: ' Spring ' })).toMatchObject({
    starts_at: '2026-11-30T22:00:00.000Z',
    ends_at: '2026-12-01T22:00:00.000Z',
    campaign: 'spring',
  })
  expect(BioLinkEdit.safeParse({ ...typed, from: '2026-12-02', to: '2026-12-01' }).success).toBe(false)
  expect(BioLinkEdit.safeParse({ ...typed, url: 'javascript:alert(1)' }).success).toBe(false)
})

test('the period of the click counts has thirty days, today included', () => {
  expect([clickDays, firstClickDay('2026-11-30')]).toEqual([30, '2026-11-01'])
})
