import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUrlState } from './use-url-state.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** An address that arrives when it is told to, as the router's does. */
function begin(search = '') {
  const put: string[] = []
  const ahead = createUrlState(search)
  ahead.connect((next) => void put.push(next))
  const type = (words: string) => ahead.change((params) => params.set('q', words), { isTyped: true })
  const typed = () => new URLSearchParams(ahead.read()).get('q')
  return { ahead, put, type, typed }
}

test('letters stay however late the address comes, and it is asked for when the hand rests', async () => {
  const { ahead, put, type, typed } = begin()
  type('n')
  await vi.advanceTimersByTimeAsync(100)
  type('no')
  expect([typed(), put]).toEqual(['no', []])
  await vi.advanceTimersByTimeAsync(200)
  type('noa ')
  await vi.advanceTimersByTimeAsync(200)
  expect(put).toEqual(['q=no', 'q=noa'])
  ahead.arrive('q=no')
  expect(typed()).toBe('noa ')
  ahead.arrive('q=noa')
  expect(typed()).toBe('noa ')
})

test('what comes from elsewhere is written into the field, and stops what was about to be put', async () => {
  const { ahead, put, type, typed } = begin('q=noa&who=all')
  type('noam')
  ahead.arrive('who=all')
  expect(typed()).toBeNull()
  await vi.advanceTimersByTimeAsync(500)
  expect(put).toEqual([])
  ahead.arrive('q=a+view&who=all')
  expect(typed()).toBe('a view')
  // And the way back to it after other words.
  type('other')
  await vi.advanceTimersByTimeAsync(200)
  ahead.arrive('q=other&who=all')
  ahead.arrive('q=a+view&who=all')
  expect(typed()).toBe('a view')
})

test('two quick ticks are both kept, and take the words with them that were just typed', () => {
  const { ahead, put, type } = begin()
  type('noa')
  ahead.change((params) => params.set('status', 'open'))
  ahead.change((params) => params.set('status', `${params.get('status')},won`))
  expect(put).toEqual(['q=noa&status=open', 'q=noa&status=open%2Cwon'])
  ahead.arrive('q=noa&status=open')
  expect(ahead.read()).toBe('q=noa&status=open%2Cwon')
})

test('what was typed and taken back asks for nothing', async () => {
  const { put, type } = begin('q=noa')
  type('noam')
  type('noa')
  await vi.advanceTimersByTimeAsync(200)
  expect(put).toEqual([])
})
