import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { testKernel } from '../../test/kernel-app.ts'

const db = await testDatabase()
const { app, kernel } = await testKernel(db)

test('a job that still runs after the last request stores and removes its object', async () => {
  await db.sql(`insert into storage.buckets (id, name) values ('reports', 'reports')`)
  await app.close()
  const report = { bucket: 'reports', key: 'year.txt', type: 'text/plain' }
  expect(await kernel.objects.write(report, Readable.from(['2026']))).toBe(4)
  await kernel.objects.remove({ bucket: 'reports', keys: ['year.txt'] })
  expect(await db.sql('select name from storage.objects')).toEqual([])
})
