import { expect, test } from 'vitest'
import type { PostInput } from '#features/blog/blog.ts'
import { blankPost } from '#features/blog/editing.data.ts'
import { checksOf } from './post-checks.ts'

const text = (content: string) => ({ type: 'paragraph', content: [{ type: 'text', text: content }] })
const heading = (level: number) => ({ type: 'heading', attrs: { level }, content: [{ type: 'text', text: 'כותרת' }] })
const body = (...content: object[]) => ({ type: 'doc', content })
const checkTexts = (part: Partial<PostInput>, is: string, isDead?: (href: string) => boolean) =>
  checksOf({ ...blankPost(), ...part }, isDead)
    .filter((check) => check.is === is)
    .map((check) => check.text)

test('an empty post lists what is required before publishing', () => {
  expect(checkTexts({}, 'missing')).toEqual([
    'חסרה כותרת',
    'המאמר עדיין ריק',
    'חסר תקציר: הוא מופיע ברשימה ובתוצאות החיפוש',
  ])
})

test.each<[Partial<PostInput>, string, string]>([
  [{ cover_id: crypto.randomUUID() }, 'missing', 'חסר תיאור לתמונת השער'],
  [{ body: body({ type: 'takeaway', content: [text('א'), figure()] }) }, 'missing', 'לתמונה אחת אין תיאור'],
  [{ title: 'א'.repeat(70) }, 'advice', 'הכותרת ארוכה: בתוצאות החיפוש היא תיחתך'],
  [{ body: body(text('מילה '.repeat(400))) }, 'advice', 'כדאי לחלק את המאמר בכותרות: מהן נבנה תוכן העניינים'],
  [{ body: body(heading(3), heading(2)) }, 'advice', 'כותרת משנה באה לפני כותרת: קוראי מסך מצפים לסדר'],
  [{ category_id: crypto.randomUUID() }, 'good', 'נבחר נושא'],
  [{ body: body({ type: 'action', attrs: { words: 'שיחה', href: '/contact' } }) }, 'good', 'יש קישור לעמוד באתר'],
])('a post with %o has a check in the state %s with the text "%s"', (part, is, saying) => {
  expect(checkTexts(part, is)).toContain(saying)
})

test('a dead internal link is reported once; files, queries and fragments are not checked as pages', () => {
  const lead = (href: string) => ({ type: 'action', attrs: { words: 'להמשך', href } })
  const hrefs = [
    '/gone',
    '/gone#top',
    '/contact?topic=a',
    '/blog/%D7%A9%D7%9C%D7%95%D7%9D',
    '/blog/rss.xml',
    'https://example.com/x',
  ]
  const isDead = (href: string) => !['/contact', '/blog/שלום'].includes(href)
  const texts = checkTexts({ body: body(...hrefs.map(lead)) }, 'advice', isDead)
  expect(texts.filter((text) => text.includes('לא מוביל'))).toEqual(['קישור שלא מוביל לשום עמוד: \u2068/gone\u2069'])
  expect(checkTexts({ body: body(lead('/contact')) }, 'good', isDead)).toContain('הקישורים מובילים לעמודים שקיימים')
  expect(checkTexts({ body: body(lead('/gone')) }, 'advice').join(' ')).not.toContain('לא מוביל')
})

function figure() {
  return {
    type: 'figure',
    attrs: { picture: { id: crypto.randomUUID(), format: 'jpeg', width: 1, height: 1 }, alt: ' ' },
  }
}
