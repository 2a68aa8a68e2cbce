import { expect, test } from 'vitest'
import { createEventBus, type EventRecord } from './event-bus.ts'

type Events = { 'session.opened': { tab: number }; a: null; b: null; tick: number }
const quiet = { userId: () => null, onError: () => {} }

test('an event is a record with its id, type, time, user, data and source', () => {
  const bus = createEventBus<Events>({ ...quiet, userId: () => 'noa' })
  const event = bus.emit('session.opened', { tab: 1 }, 'session')
  expect(event).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    type: 'session.opened',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
    userId: 'noa',
    data: { tab: 1 },
    source: 'session',
  })
  expect(bus.history()).toEqual([event])
})

test('listeners receive the events of their type until they unsubscribe', () => {
  const bus = createEventBus<Events>(quiet)
  const received: string[] = []
  const stop = bus.on('a', ({ type }) => received.push(`first ${type}`))
  bus.on('a', ({ type }) => received.push(`second ${type}`))
  bus.emit('a', null, 'test')
  bus.emit('b', null, 'test')
  stop()
  bus.emit('a', null, 'test')
  expect(received).toEqual(['first a', 'second a', 'second a'])
})

test('a failing listener does not affect the others', () => {
  const failed: [unknown, EventRecord][] = []
  const bus = createEventBus<Events>({ ...quiet, onError: (error, event) => failed.push([error, event]) })
  const received: string[] = []
  bus.on('a', () => {
    throw new Error('deaf')
  })
  bus.on('a', ({ type }) => received.push(type))
  const event = bus.emit('a', null, 'test')
  expect(received).toEqual(['a'])
  expect(failed).toEqual([[new Error('deaf'), event]])
})

// spec §9
test('the history holds the newest thousand events', () => {
  const bus = createEventBus<Events>(quiet)
  for (let i = 0; i < 1001; i++) bus.emit('tick', i, 'test')
  expect(bus.history()).toHaveLength(1000)
  expect(bus.history()[0]!.data).toBe(1)
})
