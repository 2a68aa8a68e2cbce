import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { foldLines } from './fold-lines.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openLog() {
  const lines: string[] = []
  const fold = foldLines((line) => void lines.push(line), 60_000)
  const log = pino({ base: null }, fold)
  return { log, fold, read: () => lines.map((line) => JSON.parse(line) as { msg: string; repeated?: number }) }
}

test('of a thousand identical errors the first is logged, followed by their number', () => {
  const { log, read } = openLog()
  for (let n = 0; n < 1000; n++) log.error({ err: new Error('no answer'), reqId: n }, 'the database did not answer')
  log.error({ err: new Error('another reason') }, 'the database did not answer')
  expect(read()).toHaveLength(2)
  vi.advanceTimersByTime(60_000)
  expect(read().slice(2)).toMatchObject([
    {
      level: 50,
      repeated: 999,
      err: { type: 'Error', message: 'no answer' },
      msg: 'the database did not answer (repeated 999 times within 60 s)',
    },
  ])
  log.error({ err: new Error('no answer') }, 'the database did not answer')
  expect(read()).toHaveLength(4)
})

test('lines that differ in any field are all written', () => {
  const { log, read } = openLog()
  for (const reference of ['a1', 'b2', 'b2']) log.warn({ browser: { reference } }, 'an error in a browser')
  for (const export_ of ['1', '2']) log.error({ err: new Error('disk full'), export: export_ }, 'the export failed')
  expect(read()).toHaveLength(4)
  vi.advanceTimersByTime(60_000)
  expect(read().slice(4)).toMatchObject([{ repeated: 1, browser: { reference: 'b2' } }])
})

test('request lines are never folded, and closing the log loses no line', () => {
  const { log, fold, read } = openLog()
  for (let n = 0; n < 3; n++) log.info({ reqId: n }, 'request')
  log.warn('late')
  log.warn('late')
  fold.end()
  expect(read().map(({ msg, repeated }) => [msg, repeated])).toEqual([
    ['request', undefined],
    ['request', undefined],
    ['request', undefined],
    ['late', undefined],
    ['late (repeated 1 times within 60 s)', 1],
  ])
})
