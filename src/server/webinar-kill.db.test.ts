// Short variant of npm run bench -- kill-webinar, which asserts the time of the reconnection.
import { expect, test } from 'vitest'
import { measureNodeKill } from '../../bench/webinar-room/kill-node.ts'
import { testDatabase } from '../../test/database.ts'

const db = await testDatabase()

test('viewers of a killed node reconnect with the complete chat, without duplicate lines', async () => {
  const report = await measureNodeKill(db, 20)
  expect(report).toMatchObject({ watchers: 20, lost: 0, doubled: 0 })
  expect(report.displaced).toBeGreaterThan(0)
}, 120_000)
