// Texts for the result of an experiment.
import type { VariantResult } from '#features/experiments/experiments.ts'
import {
  minConversions,
  confidenceInterval,
  conversionRate,
  type Significance,
} from '#features/experiments/significance.ts'
import { count } from '#lib/hebrew/count.ts'

/** Formats a ratio between 0 and 1 as a percentage with the given decimals. */
export const percent = (rate: number, digits = 1) =>
  `${(rate * 100).toLocaleString('he-IL', { minimumFractionDigits: digits, maximumFractionDigits: digits })}%`

/** Minimum visitors for a meaningful rate. */
const fewVisitors = 30

/** Confidence interval of a variant's rate, or why there is none. */
export function rangeText(page: VariantResult): string {
  const range = confidenceInterval(page)
  if (!range) return 'לא היו מבקרים'
  return page.visitors < fewVisitors ? 'מעט מדי מבקרים' : `כנראה בין ${percent(range[0])} ל־${percent(range[1])}`
}

type VerdictText = { title: string; text: string }

/** `nameOf` returns a variant's name. */
export function verdictText(
  verdict: Significance,
  pages: readonly VariantResult[],
  nameOf: (page: VariantResult['key']) => string,
): VerdictText {
  const title = 'עוד אין מספיק כדי לדעת'
  if (verdict.is === 'no_visitors') return { title, text: 'עוד לא נכנסו מבקרים מאז שההשוואה התחילה.' }
  if (verdict.is === 'too_early') return { title, text: missingText(verdict) }
  if (verdict.is === 'inconclusive')
    return {
      title,
      text: 'ההפרש שרואים עכשיו יכול להיות מקרי. אם הוא לא יגדל גם בשבועות הבאים, סביר שהדפים טובים באותה מידה.',
    }
  const best = pages.find(({ key }) => key === verdict.key)!
  const next = Math.max(...pages.filter((page) => page !== best && page.weight > 0).map(conversionRate))
  return {
    title: `יותר מבקרים משאירים פרטים ב״${nameOf(verdict.key)}״`,
    text: `${perThousand(conversionRate(best))} מתוך 1,000, לעומת ${perThousand(next)}. הפרש כזה כמעט אף פעם לא מקרי.`,
  }
}

/** The amount of data still missing for a result. */
function missingText({ daysLeft, answersLeft }: Extract<Significance, { is: 'too_early' }>): string {
  const missing = [
    daysLeft > 0 && count(daysLeft, { one: 'עוד יום אחד', two: 'עוד יומיים', other: 'עוד # ימים' }),
    answersLeft > 0 &&
      count(answersLeft, { one: 'עוד מבקר אחד כזה', two: 'עוד שני מבקרים כאלה', other: 'עוד # מבקרים כאלה' }),
  ].filter(Boolean)
  return `כדי לא לטעות מחכים לשבוע שלם, ולפחות ל־${minConversions} מבקרים שהשאירו פרטים. עד אז: ${missing.join(', ')}.`
}

const perThousand = (rate: number) => Math.round(rate * 1000).toLocaleString('he-IL')
