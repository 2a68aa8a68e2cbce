import { createClient } from '@supabase/supabase-js'
import { afterEach, expect, test, vi } from 'vitest'
import { markFirstScreenReady } from '#lib/first-screen-ready.ts'
import { realtimeSettings } from './backend.ts'
import { watchTable } from './realtime.ts'

afterEach(() => vi.useRealTimers())

/**
 * The real client on fake sockets. They open while `isUp` returns true, reply to every message with ok, and record
 * their creation time.
 */
function open(isUp: () => boolean, quietMs = 60_000) {
  vi.useFakeTimers()
  const startedAt = Date.now()
  const openedAt: number[] = []
  const sockets: Socket[] = []

  class Socket {
    readyState = 0
    onopen: (() => void) | null = null
    onclose: ((event: object) => void) | null = null
    onerror: ((event: object) => void) | null = null
    onmessage: ((event: { data: string }) => void) | null = null
    constructor() {
      openedAt.push((Date.now() - startedAt) / 1_000)
      sockets.push(this)
      setTimeout(() => {
        if (!isUp()) return this.breakOff()
        this.readyState = 1
        this.onopen?.()
      }, 1)
    }
    send(text: string) {
      const [joinRef, ref, topic, event, payload] = JSON.parse(text)
      const changes =
        event === 'phx_join' ? payload.config.postgres_changes.map((one: object, id: number) => ({ ...one, id })) : []
      const answer = [joinRef, ref, topic, 'phx_reply', { status: 'ok', response: { postgres_changes: changes } }]
      setTimeout(() => this.onmessage?.({ data: JSON.stringify(answer) }), 1)
      if (event === 'phx_join') setTimeout(() => this.say(topic, 'system', subscribedTo(topic, quietMs)), 2)
    }
    say(topic: string, event: string, payload: object) {
      this.onmessage?.({ data: JSON.stringify([null, null, topic, event, payload]) })
    }
    close() {
      this.readyState = 3
      this.onclose?.({ code: 1000 })
    }
    breakOff() {
      this.readyState = 3
      this.onerror?.({})
      this.onclose?.({ code: 1006 })
    }
  }

  const backend = createClient('http://localhost:3000', 'key', {
    realtime: { ...realtimeSettings, transport: Socket as unknown as typeof WebSocket },
    auth: { autoRefreshToken: false, persistSession: false },
  })
  const say = (topic: string, event: string, payload: object) => sockets.at(-1)?.say(topic, event, payload)
  return { backend, openedAt, say, breakOff: () => sockets.at(-1)?.breakOff() }
}

const subscribedTo = (topic: string, quietMs: number) => ({
  extension: 'postgres_changes',
  status: 'ok',
  message: 'Subscribed to PostgreSQL',
  channel: topic,
  quiet_ms: quietMs,
})

const listener = () => ({ onChanges: vi.fn(), onReconnect: vi.fn(), onGiveUp: vi.fn() })

// Must run first: the first screen cannot be reset to not ready.
test('a listener added before the first screen is ready refetches if the table changed since the page loaded', async () => {
  const quiet = listener()
  watchTable(open(() => true).backend, { table: 'tags', ...quiet })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(quiet.onReconnect).not.toHaveBeenCalled()
  const changed = listener()
  const { backend } = open(() => true, 500)
  await vi.advanceTimersByTimeAsync(1_000)
  watchTable(backend, { table: 'tags', ...changed })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(changed.onReconnect).toHaveBeenCalledOnce()
  markFirstScreenReady()
})

test('a listener refetches if the table changed after it was added and before it joined', async () => {
  const [changed, quiet] = [listener(), listener()]
  watchTable(open(() => true, 1).backend, { table: 'tags', ...changed })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(changed.onReconnect).toHaveBeenCalledOnce()
  watchTable(open(() => true, 500).backend, { table: 'tags', ...quiet })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(quiet.onReconnect).not.toHaveBeenCalled()
})

test('connecting to an unreachable server is retried after 2, 4, 8, 16 and 32 seconds, and then onGiveUp is called', async () => {
  const { backend, openedAt } = open(() => false)
  const watcher = listener()
  watchTable(backend, { table: 'tags', ...watcher })
  await vi.advanceTimersByTimeAsync(61_000)
  expect(watcher.onGiveUp).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(openedAt.map(Math.round)).toEqual([0, 2, 6, 14, 30, 62])
  expect(watcher.onGiveUp).toHaveBeenCalledOnce()
  expect(watcher.onReconnect).not.toHaveBeenCalled()
})

test('a restored connection notifies every listener, over one socket', async () => {
  let up = true
  const { backend, openedAt, breakOff } = open(() => up)
  const board = listener()
  const bell = listener()
  watchTable(backend, { table: 'tags', ...board })
  watchTable(backend, { table: 'tasks', ...bell })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(openedAt).toHaveLength(1)
  up = false
  breakOff()
  await vi.advanceTimersByTimeAsync(3_000)
  up = true
  await vi.advanceTimersByTimeAsync(30_000)
  expect(openedAt.map(Math.round)).toEqual([0, 7, 11])
  expect(board.onReconnect).toHaveBeenCalledOnce()
  expect(bell.onReconnect).toHaveBeenCalledOnce()
  expect(board.onGiveUp).not.toHaveBeenCalled()
})

test('when the server skipped changes, the listener refetches', async () => {
  const { backend, say } = open(() => true)
  const watcher = listener()
  watchTable(backend, { table: 'tags', ...watcher })
  await vi.advanceTimersByTimeAsync(1_000)
  const { topic } = backend.getChannels()[0]!
  expect(watcher.onReconnect).not.toHaveBeenCalled()
  say(topic, 'system', { extension: 'postgres_changes', status: 'ok', channel: topic, message: 'resync' })
  expect(watcher.onReconnect).toHaveBeenCalledOnce()
})

test('two listeners of one table share a channel, which closes with the last', async () => {
  const { backend } = open(() => true)
  const stops = [
    watchTable(backend, { table: 'tags', ...listener() }),
    watchTable(backend, { table: 'tags', ...listener() }),
  ]
  await vi.advanceTimersByTimeAsync(1_000)
  expect(backend.getChannels()).toHaveLength(1)
  stops[0]?.()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(backend.getChannels()).toHaveLength(1)
  stops[1]?.()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(backend.getChannels()).toHaveLength(0)
})

test('a new listener retries a channel that had given up', async () => {
  let up = false
  const { backend } = open(() => up)
  const first = listener()
  watchTable(backend, { table: 'tags', ...first })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(first.onGiveUp).toHaveBeenCalledOnce()
  up = true
  watchTable(backend, { table: 'tags', ...listener() })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(backend.getChannels()).toHaveLength(1)
  expect(backend.realtime.isConnected()).toBe(true)
})
