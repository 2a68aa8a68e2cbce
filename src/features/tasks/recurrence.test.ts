import { expect, test } from 'vitest'
import { recurrenceText, optionOf } from './recurrence.ts'

const examples: [rrule: string, words: string][] = [
  ['FREQ=DAILY', 'כל יום'],
  ['FREQ=DAILY;INTERVAL=3', 'כל 3 ימים'],
  ['FREQ=WEEKLY;BYDAY=SU,MO,TU,WE,TH', 'בימים א׳–ה׳'],
  ['FREQ=WEEKLY;BYDAY=SU,TU', 'בימים א׳, ג׳'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SA', 'כל שבועיים בימים שבת'],
  ['FREQ=MONTHLY;BYMONTHDAY=31', 'כל חודש'],
  ['FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1', 'כל חודשיים'],
  ['FREQ=WEEKLY;UNTIL=20270131', 'כל שבוע עד 31.1.2027'],
]
for (const [rrule, text] of examples)
  test(`${rrule} is described as ${text}`, () => {
    expect(recurrenceText(rrule)).toBe(text)
  })

test("the form's recurrence rule omits the BYMONTHDAY that the database stores", () => {
  expect(optionOf('FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=31')).toBe('FREQ=MONTHLY;INTERVAL=3')
  expect(optionOf(null)).toBe('')
})
