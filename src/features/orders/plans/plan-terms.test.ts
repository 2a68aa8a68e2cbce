import { expect, test } from 'vitest'
import { installmentAmountText, firstPeriodText, planLengthText, type PlanTerms, planTotalText } from './plan-terms.ts'

test.each<[PlanTerms, string[]]>([
  [
    { amountAgorot: 129_000, interval: 'month', charges: 6 },
    ['החודש הראשון', '1,290 ₪ בכל חודש', '6 חודשים', '7,740 ₪'],
  ],
  [
    { amountAgorot: 9900, interval: 'month', charges: null },
    ['החודש הראשון', '99 ₪ בכל חודש', 'נמשך עד שמסיימים אותו'],
  ],
  [{ amountAgorot: 50_000, interval: 'year', charges: 2 }, ['השנה הראשונה', '500 ₪ בכל שנה', 'שנתיים', '1,000 ₪']],
])('a recurring price shows its first payment, each later payment, its duration and its total', (terms, text) => {
  const shown = [
    firstPeriodText(terms),
    installmentAmountText(terms),
    planLengthText(terms),
    planTotalText(terms),
  ].filter((word) => word !== null)
  expect(shown.map((word) => word.replaceAll(/[\u200e\u200f]/g, '').replaceAll('\u00a0', ' '))).toEqual(text)
})
