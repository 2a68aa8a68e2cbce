import { expect, test } from 'vitest'
import { renderHtml } from '../../../../test/rendered-html.ts'
import { bareBusiness, blockOf, pageRequest, siteContent, siteFacts } from '../../../../test/site-facts.ts'
import * as home from './home-page.tsx'

const homeProps = (changes: Partial<Parameters<typeof home.View>[0]> = {}) => ({
  facts: siteFacts(),
  request: pageRequest(),
  content: siteContent([blockOf('hero', { title: 'הבית שלכם', lead: 'בפלוס' })]),
  ...changes,
})

test('until the site is published visitors see the business card, and a preview shows the draft', () => {
  const facts = siteFacts({ business: { is_published: false } })
  const { text, html } = renderHtml(<home.View {...homeProps({ facts })} />)
  expect(text).toContain('בית מרווח')
  expect(html).not.toContain('הבית שלכם')
  expect(home.head(homeProps({ facts })).title).toBe('בית מרווח')
  const draft = { path: '/', blocks: [], publishedAt: '' }
  expect(renderHtml(<home.View {...homeProps({ facts, request: pageRequest({ draft }) })} />).text).toContain(
    'הבית שלכם',
  )
})

test('without a business name the page shows "under construction", without empty contact details', () => {
  const facts = siteFacts({ business: { ...bareBusiness, business_name: '' } })
  const { text, html } = renderHtml(<home.View {...homeProps({ facts, content: undefined })} />)
  expect(text).toBe('האתר בהקמה')
  expect(html).not.toContain('<address')
})

test('the cancellation page is linked at the end of the home page once it is published', () => {
  expect(renderHtml(<home.View {...homeProps()} />).text).not.toContain('ביטול עסקה')
  const facts = siteFacts({ publishedPaths: ['/cancel-transaction'] })
  expect(renderHtml(<home.View {...homeProps({ facts })} />).links.at(-1)).toEqual([
    'ביטול עסקה',
    '/cancel-transaction',
  ])
})

test('a variant of the home page is not indexed, and the home page is its canonical', () => {
  expect(home.head(homeProps({ request: pageRequest({ path: '/home-2' }) }))).toMatchObject({
    canonical: '/',
    robots: 'noindex',
  })
  expect(home.head(homeProps())).not.toHaveProperty('robots')
})
