// Race conditions: a file is replaced by another caller during an upload, or before an upload link is used.
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { testStore } from '../stores.fixture.ts'

const { db, url, tokens, service, signedIn, blobs, loose, folderOfIncoming } = await testStore('on disk')
await service.createBucket('wall', { public: false })
await db.sql(`
  create policy "anybody pins something" on storage.objects for insert to authenticated with check (bucket_id = 'wall');
  create policy "anybody reads it" on storage.objects for select to authenticated using (bucket_id = 'wall');
  create policy "only their own is replaced" on storage.objects for update to authenticated
    using (bucket_id = 'wall' and owner_id = (select auth.uid())::text)`)

/** A slow upload: starts now, and ends when the test resolves it. */
async function begin(key: string, token: string) {
  const headers = { apikey: tokens.anonKey, authorization: `Bearer ${token}`, 'content-type': 'text/plain', 'x-upsert': 'true' } // prettier-ignore
  const before = folderOfIncoming().length
  const answer = Promise.withResolvers<Record<string, unknown>>()
  const upload = request(`${url}/object/wall/${key}`, { method: 'POST', headers }, (response) => {
    answer.resolve(json(response) as Promise<Record<string, unknown>>)
  })
  upload.write('begun ')
  await expect.poll(() => folderOfIncoming().length).toBe(before + 1)
  return {
    end() {
      upload.end('and ended')
      return answer.promise
    },
  }
}

const read = async (key: string) => (await service.from('wall').download(key)).data!.text()

test('a slow upload does not replace a file that another user has uploaded since', async () => {
  const [slow, quick] = [await signedIn(), await signedIn()]
  const upload = await begin('contested', slow.token)
  await quick.storage.from('wall').upload('contested', 'mine')
  const before = [blobs(), await loose()]
  expect(await upload.end()).toMatchObject({ statusCode: '403', error: 'Unauthorized' })
  expect(await read('contested')).toBe('mine')
  expect([blobs(), await loose()]).toEqual([before[0], before[1]! - 1])
})

test('a slow upload still replaces a file that its caller may replace', async () => {
  const dana = await signedIn()
  const upload = await begin('own', dana.token)
  await dana.storage.from('wall').upload('own', 'early')
  expect(await upload.end()).toMatchObject({ Key: 'wall/own' })
  expect(await read('own')).toBe('begun and ended')
})

test('an upload link replaces the object it was created for and its own uploads, but no object of another user', async () => {
  const [dana, yossi] = [await signedIn(), await signedIn()]
  const [hers, his] = [dana.storage.from('wall'), yossi.storage.from('wall')]
  const linkTo = async (key: string) => (await hers.createSignedUploadUrl(key, { upsert: true })).data!.token
  const put = async (key: string, token: string, text: string) =>
    (await hers.uploadToSignedUrl(key, token, text)).error?.message

  const toFree = await linkTo('free')
  await his.upload('free', 'his')
  expect(await put('free', toFree, 'hers')).toBe('new row violates row-level security policy')
  expect(await read('free')).toBe('his')

  const toNew = await linkTo('new')
  expect(await put('new', toNew, 'first')).toBeUndefined()
  expect(await put('new', toNew, 'second')).toBeUndefined()
  await hers.upload('old', 'old')
  const toOld = await linkTo('old')
  await db.sql(`update storage.objects set owner_id = $1 where name = 'old'`, [yossi.sub])
  expect(await put('old', toOld, 'new')).toBeUndefined()

  const { data } = await service.from('wall').createSignedUploadUrl('any', { upsert: true })
  await his.upload('any', 'his')
  expect(await put('any', data!.token, "the server's")).toBeUndefined()
  expect(await Promise.all(['new', 'old', 'any'].map(read))).toEqual(['second', 'new', "the server's"])
})
