import { expect, test } from 'vitest'
import { elements, partsOf, renderHtml, textOf } from '../../../../test/rendered-html.ts'
import { bareBusiness, blockOf, siteFacts } from '../../../../test/site-facts.ts'
import type { Block } from '#platform/pages/pages.ts'
import { resolveHead } from '../../head/resolve-head.ts'
import { renderPageDocument } from './render-page.tsx'
import { repeatsAnnouncement } from './repeats-announcement.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { SiteShell } from './site-shell.tsx'
import { SiteStrip } from './site-strip.tsx'

const navOf = (html: string, label: string) =>
  partsOf(elements(html, 'nav').find(({ attributes }) => attributes['aria-label'] === label)?.inside ?? '').links

test('the header links only published pages, the call page or else the contact page, and the personal area', () => {
  const { html, links } = renderHtml(<SiteHeader facts={siteFacts()} path="/" />)
  expect(navOf(html, 'ניווט ראשי')).toEqual([
    ['בית', '/'],
    ['יצירת קשר', '/contact'],
  ])
  expect(links).toContainEqual(['שיחת היכרות', '/contact'])
  expect(links).toContainEqual(['אזור אישי', '/client-login'])
  const booking = siteFacts({
    publishedPaths: ['/', '/about', '/blog', '/book-a-call'],
    loginUrl: 'https://app.example',
  })
  const other = renderHtml(<SiteHeader facts={booking} path="/" />)
  expect(navOf(other.html, 'ניווט ראשי').map(([linkText]) => linkText)).toEqual(['בית', 'אודות', 'בלוג'])
  expect(other.links).toContainEqual(['שיחת היכרות', '/book-a-call'])
  expect(other.links).toContainEqual(['אזור אישי', 'https://app.example'])
})

test('the phone menu has the same links as the header, and a close button', () => {
  const { html } = renderHtml(<SiteHeader facts={siteFacts()} path="/contact" />)
  expect(navOf(html, 'תפריט')).toEqual([
    ...navOf(html, 'ניווט ראשי'),
    ['אזור אישי', '/client-login'],
    ['שיחת היכרות', '/contact'],
  ])
  const buttons = partsOf(html).attributes('button')
  expect(buttons.map((one) => [one['aria-label'], one['popoverTargetAction'] ?? one['popovertargetaction']])).toEqual([
    ['תפריט', undefined],
    ['סגירת התפריט', 'hide'],
  ])
})

test.each([
  ['/blog', { בלוג: 'page' }],
  ['/blog/takziv', { בלוג: 'true' }],
  ['/', { בית: 'page' }],
  ['/bloggers', {}],
])('at %s the header marks %j as current', (path, marked) => {
  const facts = siteFacts({ publishedPaths: ['/', '/blog'] })
  const { html } = renderHtml(<SiteHeader facts={facts} path={path} />)
  const nav = elements(html, 'nav')[0]!.inside
  const found = elements(nav, 'a').flatMap(({ attributes, inside }) =>
    attributes['aria-current'] ? [[textOf(inside), attributes['aria-current']]] : [],
  )
  expect(Object.fromEntries(found)).toEqual(marked)
})

test('the footer omits groups without published links, and business details that are not filled in', () => {
  const { html, text } = renderHtml(
    <SiteFooter facts={siteFacts({ publishedPaths: ['/', '/terms'], business: bareBusiness })} />,
  )
  expect(elements(html, 'nav').map(({ attributes }) => attributes['aria-label'])).toEqual(['מידע משפטי'])
  expect(navOf(html, 'מידע משפטי')).toEqual([['תנאי שימוש', '/terms']])
  expect(text).not.toMatch(/ח\.פ\.|null|undefined/)
  expect(html).not.toContain('<address')
})

test('the footer shows the legal name, the company number and the contact details', () => {
  const { html, text } = renderHtml(<SiteFooter facts={siteFacts({ publishedPaths: [] })} />)
  expect(text).toContain('בית מרווח בע״מ · ח.פ. 510000011')
  expect(partsOf(elements(html, 'address')[0]!.inside).links).toEqual([
    ['04-000-0000', 'tel:+97240000000'],
    ['office@example.com', 'mailto:office@example.com'],
  ])
  expect(html).not.toContain('מידע משפטי')
})

test('social profiles are linked with their Hebrew names, and only over https', () => {
  const socials = { facebook: 'https://facebook.com/a', x: 'http://x.com/a', instagram: 'https://instagram.com/a' }
  const { html } = renderHtml(<SiteFooter facts={siteFacts({ business: { socials } })} />)
  expect(navOf(html, 'ברשת')).toEqual([
    ['פייסבוק', 'https://facebook.com/a'],
    ['אינסטגרם', 'https://instagram.com/a'],
  ])
})

const announcement = { text: 'נפתחה ההרשמה', link: { words: 'לפרטים', href: '/about' }, from: '', to: '', key: 'k1' }

test('an announcement links to its page only while that is published, and its close button is labelled', () => {
  const { html, links, text } = renderHtml(<SiteStrip announcement={announcement} facts={siteFacts()} />)
  expect(text).toContain('נפתחה ההרשמה')
  expect(links).toEqual([])
  expect(partsOf(html).attributes('summary')[0]!['aria-label']).toBe('סגירת העדכון')
  const published = siteFacts({ publishedPaths: ['/about'] })
  expect(renderHtml(<SiteStrip announcement={announcement} facts={published} />).links).toEqual([['לפרטים', '/about']])
})

test('a page repeats an announcement if it is its target, or if its opening links to the same target', () => {
  const facts = siteFacts({ publishedPaths: ['/', '/about', '/faq'] })
  const link = (href: string) => ({ words: 'לפרטים', href })
  const isRepeated = (path: string, blocks: Block[] = []) => repeatsAnnouncement(announcement, path, blocks, facts)
  expect(isRepeated('/about')).toBe(true)
  expect(isRepeated('/')).toBe(false)
  expect(isRepeated('/', [blockOf('hero', { action: link('/about#team') })])).toBe(true)
  expect(isRepeated('/', [blockOf('opening', { second: link('/about') })])).toBe(true)
  expect(isRepeated('/', [blockOf('opening', { action: link('/faq') })])).toBe(false)
  expect(isRepeated('/', [blockOf('quote'), blockOf('closing', { action: link('/about') })])).toBe(false)
})

test('an announcement whose target is not published is not treated as repeated', () => {
  const facts = siteFacts({ publishedPaths: ['/'] })
  const hero = blockOf('hero', { action: { words: 'לפרטים', href: '/about' } })
  expect(repeatsAnnouncement(announcement, '/', [hero], facts)).toBe(false)
})

const shell = (quiet: boolean) =>
  renderHtml(
    <SiteShell
      facts={siteFacts({ publishedPaths: ['/'] })}
      path="/"
      announcement={announcement}
      layout={quiet ? 'quiet' : 'site'}
    >
      <p>התוכן</p>
    </SiteShell>,
  ).html

test('the first link skips to the content, before the cookie banner and the navigation', () => {
  const html = shell(false)
  expect(partsOf(html).links[0]).toEqual(['דילוג לתוכן הראשי', '#main'])
  expect(html.indexOf('id="strip"')).toBeLessThan(html.indexOf('<header'))
  expect(partsOf(html).attributes('main')[0]).toMatchObject({ id: 'main', tabindex: '-1' })
})

test('a quiet page has no header, footer or announcement, but has the accessibility settings', () => {
  const html = shell(true)
  expect(html).not.toMatch(/<header|<footer|id="strip"/)
  expect(html).toContain('a11y')
})

test('the contact bar is on pages of the site that do not start with a form, and not on landing pages', () => {
  const hasBar = (props: { layout?: 'site' | 'landing' | 'quiet'; startsWithForm?: boolean }) =>
    renderHtml(
      <SiteShell facts={siteFacts()} path="/" announcement={undefined} {...props}>
        <p>התוכן</p>
      </SiteShell>,
    ).html.includes('aria-label="פנייה מהירה"')
  expect([
    hasBar({}),
    hasBar({ startsWithForm: true }),
    hasBar({ layout: 'landing' }),
    hasBar({ layout: 'quiet' }),
  ]).toEqual([true, false, false, false])
})

const tags = { prePaint: '/pre.js', styles: ['/site.css'], script: '/site.js', fonts: ['/a.woff2'], dev: false }
const documentOf = (changes: Parameters<typeof siteFacts>[0] = {}, options = {}) => {
  const facts = siteFacts(changes)
  const head = resolveHead({ title: 'אודות', description: 'מי אנחנו' }, '/about', facts, {
    own: undefined,
    notCanonical: [],
    titlePattern: '{{title}} | {{businessName}}',
    verification: {},
  })
  return renderPageDocument(head, <p>התוכן</p>, {
    facts,
    path: '/about',
    tags,
    announcement: undefined,
    bare: false,
    layout: 'site' as const,
    hasSecretUrl: false,
    ...options,
  })
}

test('the pre-paint script precedes all style sheets, and there are no inline scripts or styles', () => {
  const html = documentOf()
  expect(html.indexOf('/pre.js')).toBeLessThan(html.indexOf('/site.css'))
  expect(
    partsOf(html)
      .attributes('script')
      .filter((one) => !one['src'] && one['type'] !== 'application/ld+json'),
  ).toEqual([])
  expect(html).not.toMatch(/<style|\son\w+=/)
  expect(html).toMatch(/^<!doctype html><html lang="he" dir="rtl">/)
})

test('the brand style sheet is last, with the brand version in its URL', () => {
  const styles = partsOf(documentOf({ brandVersion: 'v2' }))
    .attributes('link')
    .filter(({ rel }) => rel === 'stylesheet')
  expect(styles.map(({ href }) => href)).toEqual(['/site.css', '/brand.css?v=v2'])
})

test('a bare page contains only its content, and the pixel id is in the head only if it is configured', () => {
  const html = documentOf({}, { bare: true })
  expect(html).toContain('<main id="main"><p>התוכן</p></main>')
  expect(html).not.toMatch(/<header|<footer|name="pixel"/)
  const meta = partsOf(documentOf({ pixelId: '1234567890' })).attributes('meta')
  expect(meta).toContainEqual({ name: 'pixel', content: '1234567890' })
})

test('the header contains the logos of both themes, or a shared logo once', () => {
  const logos = (business: object) =>
    partsOf(renderHtml(<SiteHeader facts={siteFacts({ business })} path="/" />).html)
      .attributes('img')
      .map(({ src, loading }) => [src, loading])
  const one = { logo_url: '/a.png', logo_light_url: null, logo_dark_url: null }
  expect(logos(one)).toEqual([['/a.png', undefined]])
  expect(logos({ ...one, logo_dark_url: '/dark.png' })).toEqual([
    ['/a.png', undefined],
    ['/dark.png', 'lazy'],
  ])
})
