import { expect, test } from 'vitest'
import { type Segment, trackPlayback } from './playback.ts'

function played(...reports: [position: number, playing?: boolean][]): Segment[] {
  const noted: Segment[] = []
  const { report, flush } = trackPlayback((segment) => noted.push(segment))
  for (const [position, playing = true] of reports) report({ position, playing })
  flush()
  return noted
}

test('a pause reports the seconds that were played', () => {
  expect(played([0], [1.2], [2.9], [3.4, false])).toEqual([{ from: 0, until: 3 }])
})

test('skipped seconds are not reported', () => {
  expect(played([0], [2], [4.5], [60], [62])).toEqual([
    { from: 0, until: 4 },
    { from: 60, until: 62 },
  ])
})

test('long playback is reported every half minute, without gaps', () => {
  const steps = Array.from({ length: 71 }, (_, i): [number] => [i])
  expect(played(...steps)).toEqual([
    { from: 0, until: 30 },
    { from: 30, until: 60 },
    { from: 60, until: 70 },
  ])
})
