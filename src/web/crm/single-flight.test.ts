import { expect, test } from 'vitest'
import { singleFlight } from './single-flight.ts'

test('two presses save once, and the next press after the answer saves again', async () => {
  const told: (string | undefined)[] = []
  const once = singleFlight<'save' | 'publish'>((doing) => told.push(doing))
  let answer = (_saved: string) => {}
  const saved: string[] = []
  const save = (words: string) => () => {
    saved.push(words)
    return new Promise<string>((resolve) => (answer = resolve))
  }
  const first = once('save', save('first'))
  expect(await once('save', save('second'))).toBeUndefined()
  expect(await once('publish', save('third'))).toBeUndefined()
  answer('done')
  expect(await first).toBe('done')
  const again = once('publish', save('fourth'))
  answer('done again')
  expect(await again).toBe('done again')
  expect(saved).toEqual(['first', 'fourth'])
  expect(told).toEqual(['save', undefined, 'publish', undefined])
})

test('what failed does not stand in the way of the next try', async () => {
  const once = singleFlight(() => {})
  await expect(once('save', () => Promise.reject(new TypeError('cut')))).rejects.toThrow('cut')
  expect(await once('save', async () => 'done')).toBe('done')
})
