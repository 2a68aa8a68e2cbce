import { expect, test } from 'vitest'
import { elements, partsOf, renderHtml } from '../../../../test/rendered-html.ts'
import { pageRequest, siteFacts } from '../../../../test/site-facts.ts'
import * as notFound from './not-found-page.tsx'

const lostProps = (query = {}, hits: Parameters<typeof notFound.View>[0]['hits'] = []) => ({
  facts: siteFacts({ publishedPaths: ['/', '/faq', '/contact'] }),
  request: pageRequest({ path: '/nothing', query }),
  hits,
})

test('the 404 page links to the popular published pages', () => {
  const { html } = renderHtml(<notFound.View {...lostProps()} />)
  expect(partsOf(elements(html, 'nav')[0]!.inside).links).toEqual([
    ['לדף הבית', '/'],
    ['שאלות נפוצות', '/faq'],
    ['יצירת קשר', '/contact'],
  ])
})

test('search results have their business tokens replaced; without results the contact page is linked', () => {
  const hits = [{ href: '/about', title: 'על {{businessName}}', text: 'מי אנחנו' }]
  const { links, text, html } = renderHtml(<notFound.View {...lostProps({ q: ' מרווח ' }, hits)} />)
  expect(links).toEqual([['על בית מרווח', '/about']])
  expect(text).toContain('מה שמצאנו עבור ״מרווח״')
  expect(partsOf(html).fields['q']).toBe('מרווח')
  const none = renderHtml(<notFound.View {...lostProps({ q: 'כלום' })} />)
  expect(none.text).toContain('לא מצאנו דבר עבור ״כלום״')
  expect(none.links).toEqual([['אפשר לשאול אותנו', '/contact']])
})

test('after a report of a broken link a thank-you replaces the form', () => {
  expect(renderHtml(<notFound.View {...lostProps()} />).text).toContain('דיווח על קישור שבור')
  const thanked = renderHtml(<notFound.View {...lostProps({ reported: '' })} />)
  expect(thanked.text).toContain('תודה. הקישור נרשם אצלנו')
  expect(thanked.text).not.toContain('דיווח על קישור שבור')
})
