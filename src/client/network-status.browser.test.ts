import { afterEach, expect, test, vi } from 'vitest'
import { openNetworkStatus } from './network-status.ts'

let isUp = true
let requests: string[] = []
const send = (input: RequestInfo | URL) => {
  requests.push(input instanceof Request ? input.url : input.toString())
  return isUp ? Promise.resolve(new Response('ok')) : Promise.reject(new TypeError('Failed to fetch'))
}
const open = () => {
  isUp = true
  requests = []
  return openNetworkStatus(send)
}
afterEach(() => vi.useRealTimers())

test('a request without a response is confirmed by a check before the server counts as unreachable', async () => {
  const network = open()
  isUp = false
  await expect(network.fetch('/rest/v1/tasks')).rejects.toThrow(TypeError)
  await expect.poll(network.read).toBe('unreachable')
  expect(requests).toEqual(['/rest/v1/tasks', '/health'])
  network.close()
})

test('a single blocked request does not make the server unreachable', async () => {
  const states: string[] = []
  const network = openNetworkStatus((input) =>
    input === '/health' ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch')),
  )
  network.subscribe(() => states.push(network.read()))
  await expect(network.fetch('/rest/v1/tasks')).rejects.toThrow(TypeError)
  await network.retry()
  expect(states).toEqual([])
  network.close()
})

test('checks are repeated after 2, 4, 8, 16 and then every 30 seconds, until one succeeds', async () => {
  vi.useFakeTimers()
  const network = open()
  isUp = false
  await network.retry()
  const at: number[] = []
  const start = Date.now()
  for (let second = 1; second <= 92; second += 1) {
    const before = requests.length
    await vi.advanceTimersByTimeAsync(1_000)
    if (requests.length > before) at.push((Date.now() - start) / 1_000)
  }
  expect(at).toEqual([2, 6, 14, 30, 60, 90])
  isUp = true
  await vi.advanceTimersByTimeAsync(30_000)
  expect(network.read()).toBe('reachable')
  network.close()
})

test('any response ends the outage, and the browser going offline starts a check', async () => {
  const network = open()
  isUp = false
  dispatchEvent(new Event('offline'))
  await expect.poll(network.read).toBe('unreachable')
  isUp = true
  await network.fetch('/rest/v1/tasks')
  expect(network.read()).toBe('reachable')
  network.close()
})
