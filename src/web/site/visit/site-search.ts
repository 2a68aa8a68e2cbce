// Site search: pages, posts and products.
import type { Backend } from '#client/backend.ts'
import { findPosts } from '#features/blog/blog.data.ts'
import { postPath } from '#features/blog/slug.ts'
import { homePages } from '#features/experiments/experiments.ts'
import { searchForm, searchWords } from '#lib/hebrew/search-form.ts'
import { findPages } from '#platform/pages/page-search.data.ts'

export type SearchHit = { href: string; title: string; text: string }

// Enough for a 404 page.
const max = { pages: 5, posts: 5 }

/** Matches of the query: service pages, then title matches, then pages before posts. A/B variants of the home page are excluded. */
export async function searchSite(backend: Backend, searchText: string): Promise<SearchHit[]> {
  const searchTerms = searchWords(searchText)
  const [pages, { posts }] = await Promise.all([
    findPages(backend, searchText),
    findPosts(backend, { query: searchText }, { skipped: 0, wanted: max.posts }),
  ])
  return withoutDuplicates([
    ...servicePagesFor(searchTerms),
    ...titlesFirst(searchTerms, [
      ...pages
        .filter(({ path }) => path === '/' || !homePages.some((variant) => variant === path))
        .slice(0, max.pages)
        .map(({ path, title, lead }) => ({ href: encodeURI(path), title, text: lead })),
      ...posts.map(({ slug, title, excerpt }) => ({ href: postPath(slug), title, text: excerpt })),
    ]),
  ])
}

/** Results whose title contains all query words precede those that only mention them. */
export function titlesFirst(terms: readonly string[], hits: SearchHit[]): SearchHit[] {
  const isAbout = ({ title }: SearchHit) => terms.length > 0 && terms.every((word) => searchForm(title).includes(word))
  return [...hits.filter(isAbout), ...hits.filter((hit) => !isAbout(hit))]
}

export const servicePagesFor = (terms: readonly string[]): SearchHit[] =>
  servicePages
    .filter(({ words: own }) => terms.length > 0 && terms.every((word) => own.includes(word)))
    .map(({ href, title, text }) => ({ href, title, text }))

const withoutDuplicates = (hits: SearchHit[]) =>
  [...new Map(hits.toReversed().map((hit) => [hit.href, hit])).values()].toReversed()

/** Pages with forms and legal texts, which are not made of blocks: found by keywords. */
const servicePages = [
  hit('/contact', 'יצירת קשר', 'טלפון, וואטסאפ, דוא״ל וטופס פנייה.', 'פנייה לפנות טלפון כתובת מייל'),
  hit('/book-a-call', 'קביעת שיחת היכרות', 'משאירים פרטים וקובעים שעה.', 'שיחה פגישה לקבוע תור יומן'),
  hit('/newsletter', 'הרשמה לניוזלטר', 'הרעיונות שלנו, בדוא״ל.', 'רשימת תפוצה דיוור'),
  hit('/privacy-policy', 'מדיניות הפרטיות', 'איזה מידע נאסף, ולמה.', 'נתונים אישי מחיקה עיון'),
  hit('/terms', 'תנאי שימוש', 'תנאי השימוש באתר ובשירות.', 'תקנון החזר'),
  hit('/accessibility', 'הצהרת נגישות', 'ההתאמות באתר, ולמי פונים.', 'מוגבלות התאמה'),
  hit('/disclaimer', 'הבהרה והסרת אחריות', 'מה השירות אינו.', 'ייעוץ השקעות רישיון'),
  hit('/cancel-transaction', 'ביטול עסקה', 'טופס ביטול, עם אישור מיידי.', 'לבטל החזר כספי זיכוי'),
]

/** The paths of these pages; some of them may be unpublished. */
export const servicePaths: readonly string[] = servicePages.map(({ href }) => href)

function hit(href: string, title: string, text: string, alsoCalled: string): SearchHit & { words: string } {
  return { href, title, text, words: searchForm([title, text, alsoCalled].join(' ')) }
}
