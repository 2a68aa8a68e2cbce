import { expect, test } from 'vitest'
import { createEventBus, type EventRecord } from './event-bus.ts'

const quiet = { userId: () => null, onError: () => {} }

test('an event is a record with its id, type, time, user, data and source', () => {
  const bus = createEventBus({ ...quiet, userId: () => 'noa' })
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

test('listeners receive one type, or all, until they unsubscribe', () => {
  const bus = createEventBus(quiet)
  const heard: string[] = []
  const stop = bus.on('a', ({ type }) => heard.push(`one ${type}`))
  bus.on('*', ({ type }) => heard.push(`all ${type}`))
  bus.emit('a', null, 'test')
  bus.emit('b', null, 'test')
  stop()
  bus.emit('a', null, 'test')
  expect(heard).toEqual(['one a', 'all a', 'all b', 'all a'])
})

test('a failing listener does not affect the others', () => {
  const failed: [unknown, EventRecord][] = []
  const bus = createEventBus({ ...quiet, onError: (error, event) => failed.push([error, event]) })
  const heard: string[] = []
  bus.on('a', () => {
    throw new Error('deaf')
  })
  bus.on('a', ({ type }) => heard.push(type))
  const event = bus.emit('a', null, 'test')
  expect(heard).toEqual(['a'])
  expect(failed).toEqual([[new Error('deaf'), event]])
})

// spec §9
test('the history holds the newest thousand events', () => {
  const bus = createEventBus(quiet)
  for (let i = 0; i < 1001; i++) bus.emit('tick', i, 'test')
  expect(bus.history()).toHaveLength(1000)
  expect(bus.history()[0]!.data).toBe(1)
})
