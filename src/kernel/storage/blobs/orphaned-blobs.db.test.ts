import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Db } from '#kernel/postgres/transaction.ts'
import { asStorageRole } from '../repository.ts'
import { bothStores } from '../stores.fixture.ts'
import { pruneStorage } from '../storage.ts'
import { claimBlob, registerBlob, removeOrphaned } from './orphaned-blobs.ts'

for (const { where, db, storage, folder, service, logged, blobs, loose } of await bothStores()) {
  const files = service.from('hidden')
  const isWaiting = () =>
    expect
      .poll(() =>
        db.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
      )
      .toHaveLength(1)
  const due = () => db.sql("update storage.loose_blobs set due_at = now() - interval '1 minute'")

  test(`blobs of rows deleted by SQL are pruned after the grace period, ${where}`, async () => {
    const before = blobs()
    for (const name of ['a', 'b', 'c']) await files.upload(`sql/${name}`, name)
    await files.copy('sql/a', 'sql/copy of a')
    await db.sql("delete from storage.objects where name in ('sql/a', 'sql/b')")
    expect([blobs() - before, await loose()]).toEqual([4, 2])
    expect(await pruneStorage(storage)).toBe(2)
    expect([blobs() - before, await loose()]).toEqual([2, 0])
    expect(await (await files.download('sql/copy of a')).data!.text()).toBe('a')
  })

  test(`a process killed between blob and row leaves no blob after the grace period, ${where}`, async () => {
    const before = blobs()
    const version = crypto.randomUUID()
    await registerBlob(storage, version)
    await storage.blobs.write(version, Readable.from([Buffer.from('x')]), 10)
    const killed = crypto.randomUUID()
    await registerBlob(storage, killed)
    writeFileSync(join(folder, 'incoming', killed), 'half of i')
    // The upload may still be running.
    expect(await pruneStorage(storage)).toBe(0)
    expect(blobs() - before).toBe(1)
    await due()
    expect(await pruneStorage(storage)).toBe(2)
    expect([blobs() - before, await loose()]).toEqual([0, 0])
    expect(readdirSync(join(folder, 'incoming'))).toEqual([])
  })

  test(`a rolled-back transaction releases no blobs, ${where}`, async () => {
    await files.upload('retained', 'x')
    const client = await db.owner.connect()
    await client.query('begin')
    await client.query("delete from storage.objects where name = 'retained'")
    await client.query('rollback')
    client.release()
    expect(await pruneStorage(storage)).toBe(0)
    expect((await files.download('retained')).error).toBeNull()
  })

  test(`a blob with an object is never removed, even when registered as orphaned, ${where}`, async () => {
    await files.upload('doubted', 'x')
    const { version } = (await files.info('doubted')).data!
    await db.sql('insert into storage.loose_blobs (version) values ($1)', [version])
    expect(await removeOrphaned(storage, [version])).toBe(0)
    expect(await pruneStorage(storage)).toBe(0)
    expect((await files.download('doubted')).error).toBeNull()
    await db.sql('delete from storage.loose_blobs')
  })

  test(`pruning waits for a commit with an unknown outcome, ${where}`, async () => {
    const before = blobs()
    const version = crypto.randomUUID()
    await registerBlob(storage, version)
    const { size, etag } = await storage.blobs.write(version, Readable.from([Buffer.from('x')]), 10)
    const committing = await db.owner.connect()
    await committing.query('begin')
    await committing.query(
      `insert into storage.objects (bucket_id, name, version, metadata) values ('hidden', 'in doubt', $1, $2)`,
      [version, { size, eTag: etag, mimetype: 'text/plain', cacheControl: 'no-cache', lastModified: new Date() }],
    )
    await claimBlob({ query: async (text, values) => (await committing.query(text, values)).rows } as Db, version)
    const cleaning = removeOrphaned(storage, [version])
    await isWaiting()
    await committing.query('commit')
    committing.release()
    expect(await cleaning).toBe(0)
    expect(await (await files.download('in doubt')).data!.text()).toBe('x')
    await files.remove(['in doubt'])
    expect(blobs()).toBe(before)
  })

  test(`a blob marked for removal can no longer become an object, ${where}`, async () => {
    const version = crypto.randomUUID()
    await registerBlob(storage, version)
    const reachable = storage.blobs
    const remove = () => asStorageRole(storage, (db) => claimBlob(db, version))
    storage.blobs = { ...reachable, remove }
    await expect(removeOrphaned(storage, [version])).rejects.toThrow(
      'was marked for removal before its object was created',
    )
    storage.blobs = reachable
    expect(await removeOrphaned(storage, [version])).toBe(1)
  })

  test(`stale registrations of blobs with an object do not block pruning, ${where}`, async () => {
    await db.sql(`
      insert into storage.objects (bucket_id, name, version) select 'hidden', 'retained/' || n, gen_random_uuid() from generate_series(1, 1000) n;
      insert into storage.loose_blobs (version, due_at) select version, now() - interval '1 year' from storage.objects;
      insert into storage.loose_blobs (version) values (gen_random_uuid())`)
    expect(await pruneStorage(storage)).toBe(1)
    await db.sql(
      `delete from storage.loose_blobs; delete from storage.objects where name like 'retained/%'; delete from storage.loose_blobs`,
    )
  })

  test(`truncating the table releases all blobs, ${where}`, async () => {
    await files.upload('one of all', 'x')
    await db.sql('truncate storage.objects')
    expect(await pruneStorage(storage)).toBeGreaterThan(0)
    expect([blobs(), await loose()]).toEqual([0, 0])
  })

  test(`a removal succeeds when its rows are deleted, even if the blob store is unreachable, ${where}`, async () => {
    await files.upload('unreachable', 'x')
    const before = [blobs(), logged.length]
    const reachable = storage.blobs
    storage.blobs = { ...reachable, remove: () => Promise.reject(new Error('the disk is unreachable')) }
    const { error } = await files.remove(['unreachable'])
    storage.blobs = reachable
    expect(error).toBeNull()
    expect([blobs(), logged.length]).toEqual([before[0], before[1]! + 1])
    expect(await pruneStorage(storage)).toBe(1)
    expect(blobs()).toBe(before[0]! - 1)
  })

  test(`thousands of orphaned blobs are pruned in one run, ${where}`, async () => {
    // More than one batch. S3 needs one request per blob, so fewer are tested there.
    const many = where === 'on disk' ? 1500 : 100
    await db.sql('insert into storage.loose_blobs (version) select gen_random_uuid() from generate_series(1, $1)', [
      many,
    ])
    expect(await pruneStorage(storage)).toBe(many)
    expect(await loose()).toBe(0)
  })
}
