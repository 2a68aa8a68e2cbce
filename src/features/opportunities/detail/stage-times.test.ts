import { expect, test } from 'vitest'
import type { Stage } from '#platform/pipelines/pipelines.ts'
import { durationText, stageTimes } from './stage-times.ts'

const stage = (slug: string, position: number, kind: Stage['kind'] = 'open'): Stage => ({
  id: slug,
  slug,
  name: slug,
  position,
  kind,
  probability: 10,
  rot_days: null,
  color: 'stage-1',
  version: 1,
})
const stages = [stage('new', 1), stage('talk', 2), stage('offer', 3), stage('won', 4, 'won'), stage('lost', 5, 'lost')]
const day = 86_400
const now = new Date('2026-11-20T10:00:00Z')

test('repeated visits to a stage are summed', () => {
  const history = [
    { from_stage: null, to_stage: 'new', at: '2026-11-01T10:00:00Z', seconds_in_from: null },
    { from_stage: 'new', to_stage: 'talk', at: '2026-11-04T10:00:00Z', seconds_in_from: 3 * day },
    { from_stage: 'talk', to_stage: 'new', at: '2026-11-09T10:00:00Z', seconds_in_from: 5 * day },
  ]
  const times = stageTimes(stages, history, { stage_id: 'new', stage_entered_at: '2026-11-18T10:00:00Z' }, now)
  expect(times.map(({ stage: { slug }, state, seconds }) => [slug, state, seconds && seconds / day])).toEqual([
    ['new', 'now', 5],
    ['talk', 'done', 5],
    ['offer', 'next', undefined],
    ['won', 'next', undefined],
  ])
})

test('a lost opportunity shows the stage it was lost in', () => {
  const times = stageTimes(stages, [], { stage_id: 'lost', stage_entered_at: '2026-11-20T10:00:00Z' }, now)
  expect(times.at(-1)).toMatchObject({ stage: { slug: 'lost' }, state: 'now', seconds: 0 })
})

test.each([
  [59 * 60, 'פחות משעה'],
  [3600, 'שעה'],
  [2.5 * 3600, 'שעתיים'],
  [day, 'יום אחד'],
  [2 * day, 'יומיים'],
  [40 * day, '40 ימים'],
])('%d seconds are formatted as %s', (seconds, expected) => {
  expect(durationText(seconds)).toBe(expected)
})
