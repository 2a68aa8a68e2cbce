// The budget of the demo client's household: half a year of months, debts, goals and assets.
import { dayOf } from '#lib/time/dates.ts'
import { seedId } from '#lib/seed-id.ts'
import type { ItemBody } from './budget.ts'
import type { LineKind } from './categories.ts'
import { addMonths, type Month, monthOf } from './months.ts'

/** In shekels: planned, then spent in the current month and in the months before it, the latest first. */
const plan: readonly [LineKind, string, number, readonly number[]][] = [
  ['income', 'משכורת', 12_800, [12_800, 12_800, 12_640, 12_800, 12_800, 12_800]],
  ['income', 'משכורת נוספת', 6_200, [6_200, 6_200, 6_200, 5_900, 6_200, 6_200]],
  ['fixed', 'שכר דירה', 4_900, [4_900, 4_900, 4_900, 4_900, 4_900, 4_900]],
  ['fixed', 'ארנונה', 610, [610, 610, 610, 610, 610, 610]],
  ['fixed', 'חשמל', 420, [0, 455, 510, 630, 580, 390]],
  ['fixed', 'תקשורת', 260, [260, 260, 260, 310, 310, 310]],
  ['fixed', 'ביטוחים', 740, [740, 740, 740, 740, 740, 820]],
  ['fixed', 'גנים וצהרון', 2_950, [2_950, 2_950, 2_950, 2_950, 1_200, 2_950]],
  ['variable', 'מזון וסופר', 3_200, [1_870, 3_340, 3_510, 3_890, 3_700, 3_620]],
  ['variable', 'דלק ותחבורה', 1_250, [760, 1_180, 1_310, 1_405, 1_290, 1_330]],
  ['variable', 'אוכל בחוץ', 450, [310, 520, 480, 760, 905, 830]],
  ['variable', 'פארם ובריאות', 380, [145, 402, 350, 290, 510, 365]],
  ['variable', 'בילויים', 400, [180, 350, 420, 610, 1_150, 540]],
  ['saving', 'קרן חירום', 800, [800, 800, 500, 0, 0, 0]],
  ['debt', 'הלוואה', 1_150, [1_150, 1_150, 1_150, 1_150, 1_150, 1_150]],
]

const spreads: readonly [category: string, total: number, everyMonths: number][] = [
  ['חגים ומתנות', 5_400, 12],
  ['טסט וביטוח רכב', 4_300, 12],
]

const recent: readonly [day: number, category: string, amount: number, description: string][] = [
  [2, 'מזון וסופר', 412.6, 'סופר שבועי'],
  [4, 'אוכל בחוץ', 86, 'פלאפל עם הילדים'],
  [6, 'דלק ותחבורה', 290, 'תדלוק'],
  [9, 'פארם ובריאות', 64.9, 'בית מרקחת'],
]

const agorot = (shekels: number) => Math.round(shekels * 100)

export function demoBudget(now: Date): { id: string; isPrivate: false; item: ItemBody }[] {
  const current = monthOf(dayOf(now))
  const items: ItemBody[] = [
    ...Array.from({ length: 6 }, (_, ago) => monthLines(addMonths(current, -ago), ago)).flat(),
    ...recent.map(([day, category, amount, description]): ItemBody => ({
      kind: 'entry',
      month: current,
      content: {
        kind: 'variable',
        category,
        on: `${current}-${String(day).padStart(2, '0')}`,
        amount: agorot(amount),
        description,
        importKey: '',
      },
    })),
    debt('הלוואה מהבנק', 'loan', 38_400, 890, 1_150),
    debt('יתרה בכרטיס אשראי', 'card', 6_700, 1_290, 450),
    debt('הלוואה מההורים', 'family', 12_000, 0, 500),
    { kind: 'plan', content: { method: 'avalanche', extra: agorot(600) } },
    goal('קרן חירום', 30_000, 8_600, addMonths(current, 18)),
    goal('חופשה בצפון', 6_000, 2_400, addMonths(current, 8)),
    { kind: 'asset', content: { name: 'עובר ושב', kind: 'cash', value: agorot(4_350) } },
    { kind: 'asset', content: { name: 'קרן השתלמות', kind: 'savings', value: agorot(71_200) } },
    { kind: 'asset', content: { name: 'הרכב המשפחתי', kind: 'car', value: agorot(46_000) } },
  ]
  return items.map((item, i) => ({ id: seedId(73, i + 1), isPrivate: false, item }))
}

function monthLines(month: Month, ago: number): ItemBody[] {
  const line = (content: Extract<ItemBody, { kind: 'line' }>['content']): ItemBody => ({ kind: 'line', month, content })
  return [
    ...plan.map(([kind, category, planned, actual]) => {
      // Amounts of the month's entries are not counted twice.
      const listed =
        ago > 0 ? 0 : recent.reduce((sum, [, of, amount]) => sum + (of === category ? agorot(amount) : 0), 0)
      return line({
        kind,
        category,
        planned: agorot(planned),
        actual: agorot(actual[ago]!) - listed,
        spread: null,
        note: '',
      })
    }),
    ...spreads.map(([category, total, everyMonths]) =>
      line({
        kind: 'periodic',
        category,
        planned: 0,
        actual: 0,
        spread: { total: agorot(total), everyMonths, startsOn: month },
        note: '',
      }),
    ),
  ]
}

const debt = (
  name: string,
  kind: Extract<ItemBody, { kind: 'debt' }>['content']['kind'],
  balance: number,
  yearlyRate: number,
  minPayment: number,
): ItemBody => ({
  kind: 'debt',
  content: { name, kind, balance: agorot(balance), yearlyRate, minPayment: agorot(minPayment) },
})

const goal = (name: string, target: number, saved: number, by: Month): ItemBody => ({
  kind: 'goal',
  content: { name, target: agorot(target), saved: agorot(saved), by },
})
