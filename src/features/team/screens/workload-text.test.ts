import { expect, test } from 'vitest'
import { workloadText } from './workload-text.ts'

const cases: [load: [contacts: number, opportunities: number, tasks: number], words: string[]][] = [
  [[0, 0, 0], []],
  [
    [1, 0, 2],
    ['איש קשר אחד', 'שתי משימות פתוחות'],
  ],
  [
    [1200, 2, 1],
    ['1,200 אנשי קשר', 'שתי הזדמנויות פתוחות', 'משימה פתוחה אחת'],
  ],
]
for (const [[contacts, opportunities, tasks], words] of cases)
  test(`${contacts}, ${opportunities} and ${tasks} are counted in words`, () => {
    expect(workloadText({ contacts, opportunities, tasks })).toEqual(words)
  })
