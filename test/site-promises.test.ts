import { expect, test } from 'vitest'
import { demoProducts } from '#features/products/products.seed.ts'
import { claimedFeatures, contentOfToday, withoutMarkers } from '#platform/pages/claims.ts'
import { defaultPages } from '#platform/pages/content/default-pages.ts'
import { demoOfferPages } from '#platform/pages/content/demo-offers.ts'

/** Words that promise a feature. */
const promises: readonly [feature: keyof typeof claimedFeatures, promise: RegExp][] = [
  ['booking', /קביעת פגישות ביומן|קישור לניהול הפגישה|לקבוע ישירות מועד|לבחירת מועד/],
  ['meetings', /הפגישה הבאה במסך|משימות פתוחות, פגישות/],
  ['documents', /ומסמכים|מסמכים מאובטחים|העלאה בלחיצה|להעלות בהדרגה|אתם מעלים/],
  ['portalPayments', /סיכומי פגישות ותשלומים|גם תשלומים/],
  ['reminders', /תזכורת|תזכורות|בוואטסאפ/],
  ['webinars', /הדרכות מקוונות|שידור חי/],
  ['courses', /הגישה פתוחה|גישה למשך|גישה לשיעור|הזמנה ליומן/],
  ['checkout', /עמוד מאובטח|Apple Pay/],
  ['invoices', /חשבונית/],
]

test.each(promises)('default pages and demo products promise %s exactly while it is built', (feature, promise) => {
  const texts = [...defaultPages, ...demoOfferPages].map(({ path, blocks }) => [path, contentOfToday(blocks)] as const)
  const products = demoProducts().map(({ slug, ...facts }) => [`product ${slug}`, contentOfToday(facts)] as const)
  const promising = [...texts, ...products]
    .filter(([, content]) => promise.test(JSON.stringify(content)))
    .map(([place]) => place)
  if (claimedFeatures[feature].isBuilt) expect(promising).not.toEqual([])
  else expect(promising).toEqual([])
})

test('the texts of the product are marked with known features', () => {
  const marked = JSON.stringify([defaultPages, demoOfferPages, demoProducts()]).match(/\{\{כש[^{}]*\}\}/g) ?? []
  expect(marked.length).toBeGreaterThan(10)
  expect(marked.filter((one) => withoutMarkers(one) !== '')).toEqual([])
})
