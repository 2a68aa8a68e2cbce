import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import type { Database } from '#client/database.types.ts'
import type { UnsentMessage } from './message-rules.ts'
import { sendUnsentMessage } from './send-unsent-message.ts'

const message = (id: string, body: string): UnsentMessage => ({ id, threadId: 'thread', body })

/** An in-memory store of a user, with the interface of the browser's store. */
function openStore(messages: UnsentMessage[]) {
  const values = new Map(messages.map((one) => [`unsent/${one.id}`, JSON.stringify(one)]))
  return {
    list: async <Value>(folder: string) =>
      [...values].flatMap(([name, text]) => (name.startsWith(folder) ? [JSON.parse(text) as Value] : [])),
    write: async (name: string, value: unknown) => values.set(name, JSON.stringify(value)).size > 0,
    remove: async (name: string) => void values.delete(name),
  }
}

/** rest/v1 with the behaviour of PostgREST: a row with an existing id is ignored. `outcomes` are the results of the next requests. */
function openServer(...outcomes: ('no network' | 'lost response' | 'refused' | 'expired')[]) {
  const rows = new Map<string, string>()
  let requests = 0
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    requests += 1
    const outcome = outcomes.shift()
    if (outcome === 'no network') throw new TypeError('Failed to fetch')
    if (outcome === 'refused') return Response.json({ code: '42501', message: 'row-level security' }, { status: 403 })
    if (outcome === 'expired') return Response.json({ code: 'PGRST301', message: 'JWT expired' }, { status: 401 })
    expect(request.headers.get('prefer')).toContain('resolution=ignore-duplicates')
    const { id, body } = (await request.json()) as { id: string; body: string }
    if (!rows.has(id)) rows.set(id, body)
    if (outcome === 'lost response') throw new TypeError('Failed to fetch')
    return new Response(null, { status: 201 })
  }
  const backend = createClient<Database>('http://server.test', 'key', { global: { fetch }, db: { retry: false } })
  return { backend, rows, requests: () => requests }
}

const signedIn = async () => true

test('a message written offline waits in the store, and is sent once when the network is back', async () => {
  const store = openStore([message('1', 'שלום'), message('2', 'ועוד דבר')])
  const { backend, rows, requests } = openServer('no network')
  expect(await sendUnsentMessage(backend, store, signedIn)).toEqual({ settled: 0, isDone: false })
  expect([rows.size, await store.list('unsent/')]).toEqual([0, [message('1', 'שלום'), message('2', 'ועוד דבר')]])
  expect(await sendUnsentMessage(backend, store, signedIn)).toEqual({ settled: 2, isDone: true })
  expect([...rows]).toEqual([
    ['1', 'שלום'],
    ['2', 'ועוד דבר'],
  ])
  expect(await store.list('unsent/')).toEqual([])
  expect(await sendUnsentMessage(backend, store, signedIn)).toEqual({ settled: 0, isDone: true })
  expect(requests()).toBe(3)
})

test('a message whose response was lost is retried, and is stored once', async () => {
  const store = openStore([message('1', 'שלום')])
  const { backend, rows } = openServer('lost response')
  expect(await sendUnsentMessage(backend, store, signedIn)).toEqual({ settled: 0, isDone: false })
  expect(await sendUnsentMessage(backend, store, signedIn)).toEqual({ settled: 1, isDone: true })
  expect([[...rows], await store.list('unsent/')]).toEqual([[['1', 'שלום']], []])
})

test('a refused message is stored with its refusal and not retried; an expired session leaves messages waiting', async () => {
  const store = openStore([message('1', 'שלום'), message('2', 'ועוד דבר')])
  const { backend, rows, requests } = openServer('refused', 'expired')
  expect(await sendUnsentMessage(backend, store, signedIn)).toEqual({ settled: 1, isDone: false })
  expect(await store.list('unsent/')).toEqual([{ ...message('1', 'שלום'), refusal: '42501' }, message('2', 'ועוד דבר')])
  expect(await sendUnsentMessage(backend, store, signedIn)).toEqual({ settled: 1, isDone: true })
  expect([[...rows.keys()], requests()]).toEqual([['2'], 3])
})

test('after a sign-out during a request, nothing is sent as another user, and nothing is stored again', async () => {
  const store = openStore([message('1', 'שלום'), message('2', 'ועוד דבר')])
  const { backend, rows, requests } = openServer()
  expect(await sendUnsentMessage(backend, store, async () => requests() === 0)).toEqual({ settled: 1, isDone: false })
  expect([[...rows.keys()], await store.list('unsent/')]).toEqual([['1'], [message('2', 'ועוד דבר')]])
  const refusing = openServer('refused')
  const answer = await sendUnsentMessage(refusing.backend, store, async () => refusing.requests() === 0)
  expect(answer).toEqual({ settled: 0, isDone: false })
  expect(await store.list('unsent/')).toEqual([message('2', 'ועוד דבר')])
})
