import { expect, test } from 'vitest'
import { findingsOf, lengthFinding } from './findings.ts'
import { linkTo, SeoEdit, SeoSettingsEdit, sitePath, formatTitle } from './seo.ts'

test('a path is normalized from any notation', () => {
  for (const [written, path] of [
    ['/', '/'],
    ['', '/'],
    ['about', '/about'],
    ['/About/', '/about'],
    ['//about//', '/about'],
    ['https://example.co.il/About?utm_source=x#top', '/about'],
    ['https://example.co.il', '/'],
    ['/blog/%D7%A9%D7%9C%D7%95%D7%9D', '/blog/שלום'],
    ['/blog/שלום/', '/blog/שלום'],
    ['/a%zz', '/a%zz'],
  ] as const)
    expect(sitePath(written), written).toBe(path)
  expect(linkTo('/blog/שלום')).toBe('/blog/%D7%A9%D7%9C%D7%95%D7%9D')
})

test('a title contains the business’s name once, by the configured pattern', () => {
  expect(formatTitle('{{title}} | {{businessName}}', 'יצירת קשר', 'בית מרווח')).toBe('יצירת קשר | בית מרווח')
  expect(formatTitle('{{businessName}}: {{title}}', 'יצירת קשר', 'בית מרווח')).toBe('בית מרווח: יצירת קשר')
  expect(formatTitle('{{title}} | {{businessName}}', 'על בית מרווח', 'בית מרווח')).toBe('על בית מרווח')
  expect(formatTitle('{{title}} | {{businessName}}', 'יצירת קשר', '')).toBe('יצירת קשר')
})

const edit = { title: '', description: '', image_id: null, image_alt: '', canonical: '', is_hidden: false }

test('an empty field falls back to the page’s own value; an invalid value is refused at its field', () => {
  expect(SeoEdit.parse({ ...edit, title: '  ', canonical: ' https://x.co.il/About/ ' })).toMatchObject({
    title: null,
    canonical: '/about',
  })
  for (const [wrong, field] of [
    [{ title: 'א'.repeat(121) }, 'title'],
    [{ description: 'א'.repeat(321) }, 'description'],
    [{ canonical: '/a b' }, 'canonical'],
    [{ image_id: 'x' }, 'image_id'],
  ] as const)
    expect(SeoEdit.safeParse({ ...edit, ...wrong }).error?.issues[0]?.path).toEqual([field])
})

const settings = {
  title_pattern: '{{title}}',
  google_verification: '',
  bing_verification: '',
  facebook_verification: '',
}

test('a verification code may be pasted as a whole meta tag', () => {
  const google = '<meta name="google-site-verification" content="abcDEF_123-456" />'
  expect(SeoSettingsEdit.parse({ ...settings, google_verification: google }).google_verification).toBe('abcDEF_123-456')
  expect(SeoSettingsEdit.parse(settings).google_verification).toBeNull()
  for (const wrong of ['<script>', 'short', 'קוד אימות ארוך'])
    expect(SeoSettingsEdit.safeParse({ ...settings, google_verification: wrong }).success, wrong).toBe(false)
  for (const title_pattern of ['', 'בלי שם', '{{title}} {{other}}', '{{title}} }}'])
    expect(SeoSettingsEdit.safeParse({ ...settings, title_pattern }).success, title_pattern).toBe(false)
})

test('texts that search engines would truncate or that are duplicated are reported', () => {
  const page = (path: string, title: string, isHidden = false) => ({
    path,
    title,
    description: `תיאור של ${path} שארוך דיו כדי לומר משהו שכדאי לקרוא עליו, ולא ארוך כל כך שייחתך בחיפוש`,
    isHidden,
  })
  const same = 'כותרת אחת שעומדת פעמיים'
  const findings = findingsOf([page('/a', same), page('/b', same), page('/c', same, true), page('/d', 'קצר')])
  expect(findings.get('/a')).toEqual(['אותה כותרת מופיעה בעמוד נוסף'])
  expect(findings.get('/d')).toEqual(['הכותרת קצרה: מתחת ל־15 תווים'])
  expect(findings.has('/c')).toBe(false)
  expect(lengthFinding('title', 'א'.repeat(61))).toBe('הכותרת עלולה להיחתך אחרי 60 תווים')
  expect(lengthFinding('description', 'א'.repeat(161))).toBe('התיאור עלול להיחתך אחרי 160 תווים')
  expect(lengthFinding('description', '')).toBe('התיאור חסר')
})
