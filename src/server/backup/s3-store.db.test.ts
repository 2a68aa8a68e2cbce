import { rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { testS3 } from '../../../test/s3-server.ts'
import { tempFolder } from '../../../test/temp-folder.ts'
import { s3Store } from './s3-store.ts'

const spool = tempFolder('backup-spool-')
afterAll(() => rmSync(spool, { recursive: true, force: true }))

test('a large object may be read for longer than the bucket may take for a response', async () => {
  const { address } = await testS3()
  const limitMs = 3_000
  const store = s3Store(address, spool, limitMs)
  const content = Buffer.alloc(32_000_000, 'content')
  await store.put('large', Readable.from([content], { objectMode: false }))
  const stored = (await store.get('large'))!
  await sleep(limitMs + 1_000)
  expect((await buffer(stored)).equals(content)).toBe(true)
})
