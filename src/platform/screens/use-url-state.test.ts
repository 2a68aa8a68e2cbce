import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUrlState } from './use-url-state.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** URL state over a fake router whose navigation completes when the test calls `arrive`. */
function createFake(search = '') {
  const put: string[] = []
  const ahead = createUrlState(search)
  ahead.connect((next) => void put.push(next))
  const type = (text: string) => ahead.change((params) => params.set('q', text), { isTyped: true })
  const typed = () => new URLSearchParams(ahead.read()).get('q')
  return { ahead, put, type, typed }
}

test('typed text survives a late navigation, and the URL is updated after the debounce', async () => {
  const { ahead, put, type, typed } = createFake()
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

test('an external navigation overwrites the fields and cancels the pending update', async () => {
  const { ahead, put, type, typed } = createFake('q=noa&who=all')
  type('noam')
  ahead.arrive('who=all')
  expect(typed()).toBeNull()
  await vi.advanceTimersByTimeAsync(500)
  expect(put).toEqual([])
  ahead.arrive('q=a+view&who=all')
  expect(typed()).toBe('a view')
  // Navigates back to the earlier query after another search.
  type('other')
  await vi.advanceTimersByTimeAsync(200)
  ahead.arrive('q=other&who=all')
  ahead.arrive('q=a+view&who=all')
  expect(typed()).toBe('a view')
})

test('text still debounced when a link is followed is sent before it, once', async () => {
  const { ahead, put, type, typed } = createFake()
  type('noa ')
  ahead.flush()
  expect(put).toEqual(['q=noa'])
  await vi.advanceTimersByTimeAsync(500)
  ahead.flush()
  expect(put).toEqual(['q=noa'])
  // The link replaces the text's navigation, which therefore never completes.
  ahead.arrive('q=noa&shown=ended')
  expect(typed()).toBe('noa')
})

test('text still debounced is discarded on Back', async () => {
  const { ahead, put, type } = createFake('q=noa')
  type('noam')
  ahead.discard()
  await vi.advanceTimersByTimeAsync(500)
  expect(put).toEqual([])
})

test('two quick changes both reach the URL, together with text still being debounced', () => {
  const { ahead, put, type } = createFake()
  type('noa')
  ahead.change((params) => params.set('status', 'open'))
  ahead.change((params) => params.set('status', `${params.get('status')},won`))
  expect(put).toEqual(['q=noa&status=open', 'q=noa&status=open%2Cwon'])
  ahead.arrive('q=noa&status=open')
  expect(ahead.read()).toBe('q=noa&status=open%2Cwon')
})

test('text that is typed and deleted again within the debounce causes no navigation', async () => {
  const { put, type } = createFake('q=noa')
  type('noam')
  type('noa')
  await vi.advanceTimersByTimeAsync(200)
  expect(put).toEqual([])
})
