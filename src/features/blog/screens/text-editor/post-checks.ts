// Checks of a post before publishing. Only blockers prevent it.
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { count } from '#lib/hebrew/count.ts'
import type { PostInput } from '#features/blog/blog.ts'
import { type Block, sanitizeBody, plainOf, type PostBody } from '#features/blog/post-body.ts'
import { sitePath } from '#features/seo/seo.ts'

export type Check = { text: string; is: 'missing' | 'advice' | 'good' }

/** Blockers first, then advice, then passed checks. `isDead`: whether a link has no target; without it links are not checked. */
export function checksOf(input: PostInput, isDead?: (href: string) => boolean): Check[] {
  const body = sanitizeBody(input.body)
  const blocks = body.content.flatMap(inside)
  const plain = plainOf(body)
  const words = plain.split(/\s+/).filter(Boolean).length
  const headings = blocks.filter((block) => block.type === 'heading')
  const undescribed = blocks.filter((block) => block.type === 'figure' && !block.attrs.alt.trim()).length
  const checks: Check[] = [
    must(!!input.title.trim(), 'יש כותרת', 'חסרה כותרת'),
    must(words > 0, count(words, { one: 'מילה אחת', two: 'שתי מילים', other: '# מילים' }), 'המאמר עדיין ריק'),
    must(!!input.excerpt.trim(), 'יש תקציר', 'חסר תקציר: הוא מופיע ברשימה ובתוצאות החיפוש'),
    must(!input.cover_id || !!input.cover_alt.trim(), 'לשער יש תיאור', 'חסר תיאור לתמונת השער'),
    must(
      undescribed === 0,
      'לכל התמונות יש תיאור',
      count(undescribed, { one: 'לתמונה אחת אין תיאור', two: 'לשתי תמונות אין תיאור', other: 'ל־# תמונות אין תיאור' }),
    ),
    should(
      within(input.title, 20, 65),
      'אורך הכותרת טוב',
      input.title.length > 65 ? 'הכותרת ארוכה: בתוצאות החיפוש היא תיחתך' : 'הכותרת קצרה: כדאי לומר בה על מה המאמר',
    ),
    should(
      within(input.excerpt, 60, 160),
      'אורך התקציר טוב',
      input.excerpt.length > 160 ? 'התקציר ארוך: בתוצאות החיפוש הוא ייחתך' : 'כדאי להרחיב את התקציר למשפט או שניים',
    ),
    should(
      words < 300 || headings.length >= 2,
      'המאמר מחולק בכותרות',
      'כדאי לחלק את המאמר בכותרות: מהן נבנה תוכן העניינים',
    ),
    should(isStepByStep(headings), 'סדר הכותרות נכון', 'כותרת משנה באה לפני כותרת: קוראי מסך מצפים לסדר'),
    should(!!input.category_id, 'נבחר נושא', 'כדאי לבחור נושא: כך מוצאים את המאמר ברשימה'),
    should(linksOf(body).length > 0, 'יש קישור לעמוד באתר', 'כדאי לקשר לעמוד אחר באתר'),
    ...(isDead ? deadLinks(body, isDead) : []),
  ]
  const order = ['missing', 'advice', 'good']
  return checks.toSorted((a, b) => order.indexOf(a.is) - order.indexOf(b.is))
}

/** Internal links of the post. */
export const linksInPost = (input: PostInput) => linksOf(sanitizeBody(input.body))

const linksOf = (body: PostBody) =>
  [...JSON.stringify(body).matchAll(/"href":"(\/(?!\/)[^"\\]*)"/g)].map((found) => found[1]!)

function deadLinks(body: PostBody, isDead: (href: string) => boolean): Check[] {
  const paths = [...new Set(linksOf(body).map(sitePath))]
  // Links to files are not checked, because `isDead` covers pages only.
  const dead = paths.filter((path) => !/\.\w+$/.test(path) && isDead(path))
  if (dead.length === 0) return paths.length > 0 ? [{ is: 'good', text: 'הקישורים מובילים לעמודים שקיימים' }] : []
  return dead.map((path) => ({ is: 'advice', text: `קישור שלא מוביל לשום עמוד: ${isolate(path)}` }))
}

const must = (holds: boolean, good: string, missing: string): Check =>
  holds ? { is: 'good', text: good } : { is: 'missing', text: missing }
const should = (holds: boolean, good: string, advice: string): Check =>
  holds ? { is: 'good', text: good } : { is: 'advice', text: advice }
const within = (text: string, min: number, max: number) => text.length >= min && text.length <= max

const isStepByStep = (headings: readonly Extract<Block, { type: 'heading' }>[]) =>
  headings.length === 0 || headings[0]!.attrs.level === 2

function inside(block: Block): Block[] {
  if (block.type === 'blockquote' || block.type === 'takeaway') return [block, ...block.content.flatMap(inside)]
  if (block.type === 'bulletList' || block.type === 'orderedList')
    return [block, ...block.content.flatMap((item) => item.content.flatMap(inside))]
  return [block]
}
