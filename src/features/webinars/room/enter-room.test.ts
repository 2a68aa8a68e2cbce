import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { enterRoom } from './enter-room.ts'

const answers: [number, object][] = []
let calls = 0
const server = createServer((request, response) => {
  calls++
  request.resume()
  const [status, body] = answers.shift() ?? [503, { code: 'unavailable' }]
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => void server.close())
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function enter(...responses: [number, object][]) {
  answers.splice(0, Infinity, ...responses)
  calls = 0
  const waits: number[] = []
  const wait = async (ms: number) => void waits.push(ms)
  const result = await enterRoom({ origin, token: 'token', key: 'key', wait }).catch((error: Error) => error.message)
  return { result, calls, waits }
}

test('a request refused by a busy server is retried with growing, random delays', async () => {
  const { result, calls, waits } = await enter(
    [503, { code: 'unavailable' }],
    [504, { code: 'timeout' }],
    [200, { access: 'given' }],
  )
  expect([result, calls]).toEqual([{ access: 'given' }, 3])
  expect(waits[0]).toBeLessThan(1000)
  expect(waits[1]).toBeLessThan(2000)
})

test('entering stops at the first permanent refusal, and after six attempts while the server is busy', async () => {
  expect(await enter([403, { code: 'webinar_ejected' }])).toEqual({ result: 'webinar_ejected', calls: 1, waits: [] })
  expect(await enter()).toMatchObject({ result: 'unavailable', calls: 6 })
})
