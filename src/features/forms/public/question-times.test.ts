import { expect, test } from 'vitest'
import { createQuestionTimes } from './question-times.ts'

function start(before = {}) {
  let at = 0
  const times = createQuestionTimes(() => at, before)
  return { ...times, wait: (seconds: number) => void (at += seconds * 1000) }
}

test("an answer's time is measured from the previous answer", () => {
  const times = start()
  times.wait(4)
  times.answered('name')
  times.wait(2)
  times.answered('name')
  times.wait(7.25)
  times.answered('couple')
  expect(times.seconds()).toEqual({ name: 6, couple: 7.3 })
})

test('the time until leaving a step is added to its latest answer', () => {
  const times = start()
  times.wait(3)
  times.answered('name')
  times.wait(2)
  times.left(['name', 'phone'])
  times.wait(5)
  times.answered('couple')
  expect(times.seconds()).toEqual({ name: 5, couple: 5 })
})

test('a prefilled question that is alone on its step gets the time of the step', () => {
  const times = start()
  times.wait(3)
  times.left(['name'])
  times.wait(9)
  times.left(['phone', 'email'])
  expect(times.seconds()).toEqual({ name: 3 })
})

test('an idle gap of a night counts as one minute', () => {
  const times = start()
  times.wait(10 * 3600)
  times.answered('name')
  expect(times.seconds()).toEqual({ name: 60 })
})

test('time while the page is hidden does not count', () => {
  const times = start()
  times.wait(5)
  times.hidden()
  times.wait(40)
  times.hidden()
  times.shown()
  times.shown()
  times.wait(6)
  times.answered('income')
  expect(times.seconds()).toEqual({ income: 11 })
})

test('continuing a draft on the device adds to the measured times', () => {
  const times = start({ name: 8.5 })
  times.wait(2)
  times.answered('name')
  expect(times.seconds()).toEqual({ name: 10.5 })
})
