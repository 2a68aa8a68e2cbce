import { expect, test } from 'vitest'
import { createPageViewTracker } from './page-view-tracker.ts'

function trackerWithScriptAfter(tries: number) {
  let requestCount = 0
  let at = 0
  const calls: string[] = []
  const waited: number[] = []
  const track = createPageViewTracker({
    script: () => (requestCount++ >= tries ? (command, event) => calls.push(`${command} ${event}`) : undefined),
    picture: (path) => calls.push(`picture ${path}`),
    now: () => at,
    later(ms, work) {
      waited.push(ms)
      work()
    },
  })
  return { track, calls, waited, wait: (ms: number) => void (at += ms) }
}

// spec §9
test('a view is tracked once within half a second, and again after it', () => {
  const { track, calls, wait } = trackerWithScriptAfter(0)
  track('/')
  wait(499)
  track('/')
  expect(calls).toEqual(['track PageView'])
  wait(1)
  track('/')
  expect(calls).toHaveLength(2)
  track('/contact')
  expect(calls).toHaveLength(3)
})

test('the tracker waits for the script, polling it twenty times at intervals of a tenth of a second', () => {
  const { track, calls, waited } = trackerWithScriptAfter(20)
  track('/')
  expect(waited).toEqual(Array.from({ length: 20 }, () => 100))
  expect(calls).toEqual(['track PageView'])
})

test('without the script the tracking image is used', () => {
  const { track, calls, waited } = trackerWithScriptAfter(Infinity)
  track('/about')
  expect(waited).toHaveLength(20)
  expect(calls).toEqual(['picture /about'])
})
