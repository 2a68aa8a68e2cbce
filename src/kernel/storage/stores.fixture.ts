// Two storage instances, for tests that hold for every blob store: one on disk, one on an S3-compatible server.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { countFiles, testS3 } from '../../../test/s3-server.ts'
import { testApi, testTokens } from '../../../test/api-server.ts'
import type { S3Address } from './blobs/s3-address.ts'
import { isPublicOfStorage, openStorage, storageRoutes } from './storage.ts'

/** Users own a folder in `private` and in `logos`, which is public, small and for images. Anyone may insert into `hidden`. */
const buckets = `
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
    ('private', 'private', false, null, null), ('logos', 'logos', true, 1000, '{image/*}'), ('hidden', 'hidden', false, null, null);
  create policy "people keep files in a folder of their own" on storage.objects to authenticated
    using (bucket_id in ('private', 'logos') and (storage.foldername(name))[1] = (select auth.uid())::text)
    with check (bucket_id in ('private', 'logos') and (storage.foldername(name))[1] = (select auth.uid())::text);
  create policy "anybody may drop a letter" on storage.objects for insert to anon with check (bucket_id = 'hidden');
`

export type Store = Awaited<ReturnType<typeof testStore>>

/** Creates both stores, each with its own database. `where` names the store in a test title. */
export async function bothStores(): Promise<Store[]> {
  const s3 = await testS3()
  return [await testStore('on disk'), await testStore('on S3', s3)]
}

type S3 = { address: S3Address; blobs: () => number }

export async function testStore(where: string, s3?: S3) {
  const db = await testDatabase()
  const tokens = await testTokens()
  const folder = mkdtempSync(join(tmpdir(), 'blobs-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const logged: unknown[] = []
  const storage = await openStorage({
    connect: db.connect,
    tokens,
    folder,
    sizeLimit: 1_000_000,
    log: { error: (...fields: unknown[]) => logged.push(fields) },
    ...(s3 && { s3: s3.address }),
  })
  afterAll(() => storage.pool.end())
  const { app, url } = await testApi(tokens, '/storage/v1', storageRoutes(storage), isPublicOfStorage)
  await db.sql(buckets)

  const client = (key: string, accessToken?: () => Promise<string>) =>
    createClient(url, key, accessToken ? { accessToken } : { auth: { persistSession: false } }).storage

  return {
    where,
    db,
    tokens,
    folder,
    app,
    storage,
    /** Error lines in the log. */
    logged,
    url: `${url}/storage/v1`,
    service: client(tokens.serviceRoleKey),
    visitor: client(tokens.anonKey),
    signedIn: async (sub: string = crypto.randomUUID()) => {
      const token = await tokens.signIn({ sub })
      return { sub, token, storage: client(tokens.anonKey, async () => token) }
    },
    /** Sends an HTTP request to the server. */
    ask: (path: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) =>
      fetch(`${url}/storage/v1/${path}`, { ...init, headers: { apikey: tokens.serviceRoleKey, ...init.headers } }),
    /** Files in the folder for incoming uploads. */
    folderOfIncoming: () => readdirSync(join(folder, 'incoming')),
    /** Number of stored blobs. */
    blobs: s3?.blobs ?? (() => countFiles(join(folder, 'objects'))),
    /** A snapshot of all state that a request could change. */
    state: async () => [
      await db.sql('select bucket_id, name, version from storage.objects order by 1, 2'),
      await db.sql('select * from storage.buckets order by 1'),
      await db.sql('select version from storage.loose_blobs'),
      countFiles(join(folder, 'objects')),
    ],
    loose: async () => (await db.sql<{ version: string }>('select version from storage.loose_blobs')).length,
  }
}

/** Returns the body of an error response, checked for a 4xx `statusCode` (the HTTP status is always 400) and for database messages. */
export async function refusalOf(answer: Response) {
  const body = (await answer.json()) as Record<string, string>
  const isRefusal =
    answer.status === 400 &&
    Object.keys(body).toSorted().join() === 'code,error,message,statusCode' &&
    /^4\d\d$/.test(body['statusCode']!) &&
    !/insert into|relation "|syntax error at|column "|postgres|\/tmp|node:|undefined/i.test(body['message']!)
  if (!isRefusal) throw new Error(`No refusal: ${answer.status} ${JSON.stringify(body)}`)
  return body
}
