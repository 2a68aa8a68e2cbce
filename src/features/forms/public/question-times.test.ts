import { expect, test } from 'vitest'
import { createQuestionTimes } from './question-times.ts'

function start(before = {}) {
  let at = 0
  const times = createQuestionTimes(() => at, before)
  return { ...times, wait: (seconds: number) => void (at += seconds * 1000) }
}

test('an answer counts from the answer before it', () => {
  const times = start()
  times.wait(4)
  times.answered('name')
  times.wait(2)
  times.answered('name')
  times.wait(7.25)
  times.answered('couple')
  expect(times.seconds()).toEqual({ name: 6, couple: 7.3 })
})

test('the time until a step is left belongs to its latest answer', () => {
  const times = start()
  times.wait(3)
  times.answered('name')
  times.wait(2)
  times.left(['name', 'phone'])
  times.wait(5)
  times.answered('couple')
  expect(times.seconds()).toEqual({ name: 5, couple: 5 })
})

test('a question that was filled in beforehand and is alone on its step has the time of its step', () => {
  const times = start()
  times.wait(3)
  times.left(['name'])
  times.wait(9)
  times.left(['phone', 'email'])
  expect(times.seconds()).toEqual({ name: 3 })
})

test('a night over a draft counts as one minute', () => {
  const times = start()
  times.wait(10 * 3600)
  times.answered('name')
  expect(times.seconds()).toEqual({ name: 60 })
})

test('the time of a hidden page does not count', () => {
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

test('a filling that is continued on its device adds to what was measured', () => {
  const times = start({ name: 8.5 })
  times.wait(2)
  times.answered('name')
  expect(times.seconds()).toEqual({ name: 10.5 })
})
