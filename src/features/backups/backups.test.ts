import { expect, test } from 'vitest'
import { stateAtPlace } from './backups.ts'

const status = { safe_until: '2026-11-30T10:00:00.4+00:00', place_since: '2026-11-20T10:00:00.123456+00:00' }
const run = (startedAt: string, state: string) => ({ started_at: startedAt, state })
const former = run('2026-11-19T23:40:00+00:00', 'done')
const failed = run('2026-11-20T10:00:00.2+00:00', 'failed')
const present = run('2026-11-21T23:40:00+00:00', 'done')

test('after a change of the backup target, the state of the former target is not shown as safe', () => {
  const rehearsal = { at: '2026-11-19T23:50:00+00:00' }
  expect(stateAtPlace({ status, runs: [failed, former], rehearsal })).toEqual({
    status: { ...status, safe_until: null },
    runs: [failed],
    rehearsal: null,
  })
})

test('once a backup has succeeded at this target, its archived changes and its rehearsal are shown', () => {
  const state = { status, runs: [present, failed], rehearsal: { at: '2026-11-22T12:00:00+00:00' } }
  expect(stateAtPlace({ ...state, runs: [present, failed, former] })).toEqual(state)
})
