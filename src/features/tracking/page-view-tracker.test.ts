import { expect, test } from 'vitest'
import { createPageViewTracker } from './page-view-tracker.ts'

function trackerWhereScriptComesAfter(tries: number) {
  let asked = 0
  let at = 0
  const told: string[] = []
  const waited: number[] = []
  const track = createPageViewTracker({
    script: () => (asked++ >= tries ? (command, event) => told.push(`${command} ${event}`) : undefined),
    picture: (path) => told.push(`picture ${path}`),
    now: () => at,
    later(ms, work) {
      waited.push(ms)
      work()
    },
  })
  return { track, told, waited, wait: (ms: number) => void (at += ms) }
}

// spec §9
test('a view is tracked once within half a second, and again after it', () => {
  const { track, told, wait } = trackerWhereScriptComesAfter(0)
  track('/')
  wait(499)
  track('/')
  expect(told).toEqual(['track PageView'])
  wait(1)
  track('/')
  expect(told).toHaveLength(2)
  track('/contact')
  expect(told).toHaveLength(3)
})

test('the script is polled twenty times, every tenth of a second', () => {
  const { track, told, waited } = trackerWhereScriptComesAfter(20)
  track('/')
  expect(waited).toEqual(Array.from({ length: 20 }, () => 100))
  expect(told).toEqual(['track PageView'])
})

test('without the script the tracking image is used', () => {
  const { track, told, waited } = trackerWhereScriptComesAfter(Infinity)
  track('/about')
  expect(waited).toHaveLength(20)
  expect(told).toEqual(['picture /about'])
})
