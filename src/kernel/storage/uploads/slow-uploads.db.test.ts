import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { testTokens } from '../../../../test/api-server.ts'
import { testDatabase } from '../../../../test/database.ts'
import { limitArrival } from '../../http/arrival-limit.ts'
import { openGateway } from '../../http/gateway.ts'
import { isPublicOfStorage, openStorage, storageRoutes } from '../storage.ts'

const limitMs = 1_000
const db = await testDatabase()
await db.sql(`insert into storage.buckets (id, name) values ('videos', 'videos')`)
const tokens = await testTokens()
const folder = mkdtempSync(join(tmpdir(), 'slow-uploads-'))
const storage = await openStorage({ connect: db.connect, tokens, folder, log: { error: () => {} } })
const app = fastify({ connectionTimeout: 2_000 })
limitArrival(app, limitMs)
await app.register(
  async (scope) => {
    openGateway(scope, { tokens, isPublic: isPublicOfStorage })
    await scope.register(storageRoutes(storage))
  },
  { prefix: '/storage/v1' },
)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await app.close()
  await storage.pool.end()
  rmSync(folder, { recursive: true })
})

/**
 * Sends a byte every 100 ms, or after each pause. Resolves to the status; undefined if the connection is closed before
 * a response.
 */
async function drip(method: string, path: string, bytes: number, headers: Record<string, string> = {}, pauseMs = 100) {
  const outcome = Promise.withResolvers<number | undefined>()
  let isOver = false
  const sending = request(`${url}/storage/v1${path}`, {
    method,
    headers: { 'content-type': 'text/plain', 'content-length': bytes, ...headers },
  })
  sending.on('response', (response) => outcome.resolve(response.resume().statusCode))
  sending.on('error', () => outcome.resolve(undefined))
  void outcome.promise.then(() => (isOver = true))
  for (let sent = 0; sent < bytes && !isOver; sent++) {
    if (sent > 0) await sleep(pauseMs)
    sending.write('a')
  }
  sending.end()
  return outcome.promise
}

const key = { apikey: tokens.serviceRoleKey }
/** At ten bytes a second, the upload exceeds the arrival timeout threefold. */
const slowBytes = (3 * limitMs) / 100

test('an authorized upload may take longer than other requests, by key and by signed URL', async () => {
  const { token } = (await (
    await fetch(`${url}/storage/v1/object/upload/sign/videos/signed.txt`, { method: 'POST', headers: key })
  ).json()) as { token: string }
  const statuses = await Promise.all([
    drip('POST', '/object/videos/own.txt', slowBytes, key),
    drip('PUT', `/object/upload/sign/videos/signed.txt?token=${token}`, slowBytes),
  ])
  expect(statuses).toEqual([200, 200])
  expect(await db.sql(`select name, (metadata ->> 'size')::int as size from storage.objects order by name`)).toEqual([
    { name: 'own.txt', size: slowBytes },
    { name: 'signed.txt', size: slowBytes },
  ])
})

test('the connection of an authorized upload has a longer idle timeout than others', async () => {
  expect(await drip('POST', '/object/videos/paused.txt', 2, key, 5_000)).toBe(200)
})

test('the connection of any other request whose body does not arrive is closed', async () => {
  expect(await drip('POST', '/object/list/videos', 100_000, key)).toBeUndefined()
})

test('an injected request has no arrival timeout', async () => {
  async function* slowBody() {
    await sleep(2 * limitMs)
    yield Buffer.from('{"prefix":""}')
  }
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/storage/v1/object/list/videos',
    headers: { ...key, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    payload: Readable.from(slowBody(), { objectMode: false }),
  })
  expect(statusCode).toBe(200)
})
