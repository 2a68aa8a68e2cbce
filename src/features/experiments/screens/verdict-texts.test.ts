import { expect, test } from 'vitest'
import type { VariantResult } from '#features/experiments/experiments.ts'
import type { Significance } from '#features/experiments/significance.ts'
import { percent, rangeText, verdictText } from './verdict-texts.ts'

const page = (key: VariantResult['key'], visitors: number, answered: number): VariantResult => ({
  key,
  weight: 50,
  views: visitors,
  visitors,
  contacts: answered,
  newsletters: 0,
  signups: 0,
  answered,
})
const verdictOf = (verdict: Significance, ...pages: VariantResult[]) =>
  verdictText(verdict, pages, (key) => (key === '/' ? 'עמוד הבית' : 'גרסה ב׳'))

test('without significance the text states that data is insufficient, and how much is missing', () => {
  const title = 'עוד אין מספיק כדי לדעת'
  expect(verdictOf({ is: 'no_visitors' })).toMatchObject({ title })
  expect(verdictOf({ is: 'inconclusive' }).title).toBe(title)
  expect(verdictOf({ is: 'too_early', daysLeft: 2, answersLeft: 1 })).toEqual({
    title,
    text: 'כדי לא לטעות מחכים לשבוע שלם, ולפחות ל־30 מבקרים שהשאירו פרטים. עד אז: עוד יומיים, עוד מבקר אחד כזה.',
  })
  expect(verdictOf({ is: 'too_early', daysLeft: 0, answersLeft: 12 }).text).toMatch(/עד אז: עוד 12 מבקרים כאלה\.$/)
})

test('a significant difference is stated in numbers of visitors, compared with the best other variant', () => {
  const pages = [page('/', 1000, 30), page('/home-2', 1000, 70), { ...page('/home-3', 1000, 500), weight: 0 }]
  expect(verdictOf({ is: 'winner', key: '/home-2' }, ...pages)).toEqual({
    title: 'יותר מבקרים משאירים פרטים ב״גרסה ב׳״',
    text: '70 מתוך 1,000, לעומת 30. הפרש כזה כמעט אף פעם לא מקרי.',
  })
})

test('a rate is shown with its confidence interval', () => {
  expect([percent(0.06), percent(0.333, 0)]).toEqual(['6.0%', '33%'])
  expect(rangeText(page('/', 100, 5))).toBe('כנראה בין 2.2% ל־11.2%')
  expect(rangeText(page('/', 20, 5))).toBe('מעט מדי מבקרים')
  expect(rangeText(page('/', 0, 0))).toBe('לא היו מבקרים')
})
