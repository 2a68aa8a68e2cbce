import { expect, test } from 'vitest'
import { singleFlight } from './single-flight.ts'

test('a second call during the first is dropped, and a call after it runs', async () => {
  const transitions: (string | undefined)[] = []
  const run = singleFlight<'save' | 'publish'>((running) => transitions.push(running))
  let answer = (_saved: string) => {}
  const saved: string[] = []
  const save = (text: string) => () => {
    saved.push(text)
    return new Promise<string>((resolve) => (answer = resolve))
  }
  const first = run('save', save('first'))
  expect(await run('save', save('second'))).toBeUndefined()
  expect(await run('publish', save('third'))).toBeUndefined()
  answer('done')
  expect(await first).toBe('done')
  const again = run('publish', save('fourth'))
  answer('done again')
  expect(await again).toBe('done again')
  expect(saved).toEqual(['first', 'fourth'])
  expect(transitions).toEqual(['save', undefined, 'publish', undefined])
})

test('a rejected call does not block the next one', async () => {
  const run = singleFlight(() => {})
  await expect(run('save', () => Promise.reject(new TypeError('cut')))).rejects.toThrow('cut')
  expect(await run('save', async () => 'done')).toBe('done')
})
