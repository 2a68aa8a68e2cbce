import { expect, test } from 'vitest'
import { measureOutage } from '../bench/outage/outage.ts'

test('after an outage of PostgreSQL no connection is leaked, public pages respond, and no acknowledged write is lost', async () => {
  const report = await measureOutage({ rounds: 1, gapMs: 1500, halfOpenWrites: 3 })
  expect(report.connectionsAfter).toEqual([report.connectionsBefore])
  expect(Object.keys(report.pages)).toEqual(['200'])
  expect(report.lost).toBe(0)
  expect(report.acknowledged).toBeGreaterThan(0)
  // One line per part and state, not per attempt; graphile-worker writes one for each of its own retries.
  expect(report.logLines).toBeLessThan(30)
}, 120_000)
