import { expect, test } from 'vitest'
import { demoProducts } from '#features/products/products.seed.ts'
import { claimedFeatures, withTrueClaims, withoutMarkers } from '#platform/pages/claims.ts'
import { defaultPages } from '#platform/pages/content/default-pages.ts'
import { demoOfferPages } from '#platform/pages/content/demo-offers.ts'

/** Terms that promise a feature. */
const promises: readonly [feature: keyof typeof claimedFeatures, promise: RegExp][] = [
  ['booking', /קביעת פגישות ביומן|קישור לניהול הפגישה|לקבוע ישירות מועד|לבחירת מועד/],
  ['meetings', /הפגישה הבאה במסך|משימות פתוחות, פגישות/],
  ['documents', /ומסמכים|מסמכים מאובטחים|העלאה בלחיצה|להעלות מסמכים בהדרגה|אתם מעלים/],
  ['portalPayments', /סיכומי פגישות ותשלומים|גם תשלומים/],
  ['reminders', /תזכורת|תזכורות/],
  ['whatsAppReminders', /ובוואטסאפ/],
  ['remindersOfBothChannels', /ובוואטסאפ/],
  ['webinars', /הדרכות מקוונות|שידור חי/],
  ['courses', /הגישה פתוחה|גישה למשך|גישה לשיעור|הזמנה ליומן/],
  ['checkout', /עמוד מאובטח|Apple Pay/],
  ['invoices', /חשבונית/],
]

const all = Object.keys(claimedFeatures)

test('every feature of the registry has terms that promise it', () => {
  expect(promises.map(([feature]) => feature).toSorted()).toEqual(all.toSorted())
})

test.each(promises)('default pages and demo products promise %s only if it is implemented', (feature, promise) => {
  if (claimedFeatures[feature].isBuilt) expect(contentPromising(promise, all)).not.toEqual([])
  else expect(contentPromising(promise, all)).toEqual([])
})

test.each(promises.filter(([feature]) => 'needsSetup' in claimedFeatures[feature]))(
  'default pages and demo products do not promise %s before it is set up',
  (feature, promise) => {
    const others = all.filter((each) => each !== feature)
    expect(contentPromising(promise, others)).toEqual([])
  },
)

test('every feature marked in the texts of the product is known', () => {
  const marked = JSON.stringify([defaultPages, demoOfferPages, demoProducts()]).match(/\{\{כש[^{}]*\}\}/g) ?? []
  expect(marked.length).toBeGreaterThan(10)
  expect(marked.filter((one) => withoutMarkers(one) !== '')).toEqual([])
})

/** The pages and products whose promises depend on these features being set up. */
function contentPromising(promise: RegExp, ready: readonly string[]) {
  const pages = [...defaultPages, ...demoOfferPages].map(
    ({ path, blocks }) => [path, withTrueClaims(blocks, ready)] as const,
  )
  const products = demoProducts().map(
    ({ slug, ...facts }) => [`product ${slug}`, withTrueClaims(facts, ready)] as const,
  )
  return [...pages, ...products].filter(([, content]) => promise.test(JSON.stringify(content))).map(([place]) => place)
}
