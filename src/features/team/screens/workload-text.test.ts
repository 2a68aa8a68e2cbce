import { expect, test } from 'vitest'
import { meetingsLeftText, workloadText } from './workload-text.ts'

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
for (const [[contacts, opportunities, tasks], text] of cases)
  test(`${contacts}, ${opportunities} and ${tasks} are formatted with plural forms`, () => {
    expect(workloadText({ contacts, opportunities, tasks })).toEqual(text)
  })

test('processes and appointments are listed if there are any', () => {
  expect(workloadText({ contacts: 2, processes: 1, opportunities: 0, tasks: 1, meetings: 2 })).toEqual([
    'שני אנשי קשר',
    'תהליך ליווי פתוח אחד',
    'משימה פתוחה אחת',
    'שתי פגישות ביומן',
  ])
})

test('appointments, which a handover does not reassign, are shown as a count', () => {
  expect([1, 2, 12].map((meetings) => meetingsLeftText(meetings).split(' נשאר')[0])).toEqual([
    'פגישה אחת שנקבעה קדימה',
    'שתי פגישות שנקבעו קדימה',
    '12 פגישות שנקבעו קדימה',
  ])
})
