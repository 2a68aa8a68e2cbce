import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bookshop } from './bookshop.fixture.ts'

const { app, tokens } = await bookshop()

async function read(rows: number, encoding?: string, method: 'GET' | 'HEAD' = 'GET') {
  const text = Array.from({ length: rows }, (_, n) => `${n} יש מאין `).join('')
  const headers = { apikey: tokens.anonKey, ...(encoding && { 'accept-encoding': encoding }) }
  const url = `/rest/v1/rpc/twice?word=${encodeURIComponent(text)}`
  const { statusCode, headers: got, rawPayload } = await app.inject({ method, url, headers })
  return { statusCode, encoding: got['content-encoding'], vary: got['vary'], length: got['content-length'], rawPayload }
}

const plain = await read(150)

test.each([
  ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
  ['gzip', 'gzip, br;q=0', gunzipSync],
] as const)('a large answer is sent as %s to a client that accepts %s', async (encoding, accepted, decompress) => {
  const answer = await read(150, accepted)
  expect(answer).toMatchObject({ statusCode: 200, encoding })
  expect(answer.vary).toContain('accept-encoding')
  expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  expect(answer.length).toBe(String(answer.rawPayload.length))
  expect(decompress(answer.rawPayload)).toEqual(plain.rawPayload)
})

test('a small response, and one to a client that accepts no encoding, is sent uncompressed', async () => {
  expect((await read(3, 'br')).encoding).toBeUndefined()
  expect((await read(150, 'identity')).encoding).toBeUndefined()
  expect(plain.encoding).toBeUndefined()
})
