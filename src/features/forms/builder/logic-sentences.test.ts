import { expect, test } from 'vitest'
import type { FormDraft } from './form-draft.ts'
import { logicSentences } from './logic-sentences.ts'

const draft: FormDraft = {
  format: 1,
  title: 'טופס',
  mode: 'classic',
  dimensions: [],
  computed: [],
  pages: [
    {
      key: 'home',
      groups: [
        {
          key: 'g',
          fields: [
            { kind: 'yes_no', key: 'couple', label: 'בזוג?' },
            { kind: 'text', key: 'partner', label: 'שם', showIf: { field: 'couple', has: 'yes' } },
          ],
        },
      ],
      jumps: [{ if: { field: 'couple', is: 'empty' }, to: { ending: 'short' } }, { to: { page: 'money' } }],
    },
    {
      key: 'money',
      title: 'כסף',
      showIf: { field: 'couple', has: 'yes' },
      groups: [{ key: 'm', fields: [] }],
      jumps: [],
    },
  ],
  endings: [
    { key: 'short', title: 'תודה, {{partner}}', if: { field: 'couple', has: 'yes' } },
    { key: 'end', title: 'להתראות' },
  ],
}
const plain = (lines: string[]) => lines.map((line) => line.replaceAll(/[\u2066-\u2069\u200e\u200f]/g, ''))

test('conditions, jumps and endings are listed as sentences in form order', () => {
  const { shown, jumps, endings } = logicSentences(draft)
  expect(plain(shown)).toEqual([
    'השאלה ״שם״ מופיעה אם התשובה על ״בזוג?״ היא כן',
    'עמוד 2, ״כסף״ מופיע אם התשובה על ״בזוג?״ היא כן',
  ])
  expect(plain(jumps)).toEqual([
    'אחרי עמוד 1, אם התשובה על ״בזוג?״ לא נענתה, עוברים אל הסיום ״תודה״',
    'אחרי עמוד 1 עוברים אל עמוד 2, ״כסף״',
  ])
  expect(plain(endings)).toEqual(['הסיום ״תודה״ אם התשובה על ״בזוג?״ היא כן', 'בכל מקרה אחר: הסיום ״להתראות״'])
})

test('an ending that depends on a computed value names it', () => {
  const balance = { key: 'balance', label: 'נשאר', as: 'number' as const, value: 0 }
  const [first, last] = draft.endings
  const byBalance = { ...first!, if: { value: { computed: 'balance' }, is: 'less' as const, than: 0 } }
  expect(plain(logicSentences({ ...draft, computed: [balance], endings: [byBalance, last!] }).endings)[0]).toBe(
    'הסיום ״תודה״ אם החישוב ״נשאר״ פחות מ־0',
  )
})

test('a form with one ending and no conditions has no sentences', () => {
  const [first] = draft.pages
  const simple = { ...draft, pages: [{ ...first!, groups: [], jumps: [] }], endings: [draft.endings[1]!] }
  expect(logicSentences(simple)).toEqual({ shown: [], jumps: [], endings: [] })
})
