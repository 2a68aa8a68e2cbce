import { expect, test } from 'vitest'
import { readUnverifiedBody } from './unverified-body.server.ts'

/** A request whose body arrives in chunks, on demand. */
function arriving(signal: AbortSignal | null = null) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const request = new Request(
    'http://site.test',
    Object.assign({ method: 'POST', body: readable }, { duplex: 'half', signal }),
  )
  return { request, write: (text: string) => writer.write(new TextEncoder().encode(text)), end: () => writer.close() }
}

test('the signed body is read unchanged for any split into chunks', async () => {
  const { request, write, end } = arriving()
  const reading = readUnverifiedBody(request)
  await write('{"a":"')
  await write('א"}')
  await end()
  expect(await reading).toBe('{"a":"א"}')
})

test('concurrent bodies share a limit, and a finished body releases its bytes', async () => {
  const first = arriving()
  const reading = readUnverifiedBody(first.request, 10)
  await first.write('12345678')
  const second = new Request('http://site.test', { method: 'POST', body: '12345' })
  await expect(readUnverifiedBody(second, 10)).rejects.toMatchObject({ code: 'webhook_busy', status: 503 })
  await first.end()
  expect(await reading).toBe('12345678')
  const third = new Request('http://site.test', { method: 'POST', body: '12345' })
  expect(await readUnverifiedBody(third, 10)).toBe('12345')
})

test.each([
  ['that does not arrive in time', 100, 60_000],
  ['whose request is aborted', 60_000, 100],
])('a body %s is refused, and releases its bytes', async (_, withinMs, abortMs) => {
  const stalled = arriving(AbortSignal.timeout(abortMs))
  const reading = readUnverifiedBody(stalled.request, 10, withinMs)
  const refused = expect(reading).rejects.toMatchObject({ code: 'request_timeout', status: 408 })
  await stalled.write('12345678')
  await refused
  const next = new Request('http://site.test', { method: 'POST', body: '1234567890' })
  expect(await readUnverifiedBody(next, 10)).toBe('1234567890')
})
