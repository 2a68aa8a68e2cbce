import { expect, test } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

/** Async work that runs until the test ends it. */
function startWork(run: ReturnType<typeof limitConcurrency>) {
  const begun: string[] = []
  const ends = new Map<string, { resolve: (value: string) => void; reject: (error: Error) => void }>()
  return {
    begun,
    end: (name: string) => ends.get(name)!.resolve(name),
    fail: (name: string) => ends.get(name)!.reject(new Error(name)),
    start: (key: string, name: string) =>
      run(key, () => {
        begun.push(name)
        return new Promise<string>((resolve, reject) => ends.set(name, { resolve, reject }))
      }),
  }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('no more than the maximum run concurrently, and the others follow in FIFO order', async () => {
  const { start, end, begun } = startWork(limitConcurrency(2))
  const results = ['a', 'b', 'c', 'd'].map((name) => start('one', name))
  await settled()
  expect(begun).toEqual(['a', 'b'])
  end('b')
  const late = start('one', 'e')
  await settled()
  expect(begun).toEqual(['a', 'b', 'c'])
  for (const name of ['a', 'c', 'd', 'e']) {
    end(name)
    await settled()
  }
  expect(await Promise.all([...results, late])).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('work under another key is not queued', async () => {
  const { start, begun } = startWork(limitConcurrency(1))
  void start('one', 'a')
  void start('one', 'b')
  void start('other', 'c')
  await settled()
  expect(begun).toEqual(['a', 'c'])
})

test('failed work rejects for its caller, and the next one in the queue runs', async () => {
  const { start, fail, end, begun } = startWork(limitConcurrency(1))
  const [first, second] = [start('one', 'a'), start('one', 'b')]
  await settled()
  fail('a')
  await expect(first).rejects.toThrow('a')
  expect(begun).toEqual(['a', 'b'])
  end('b')
  expect(await second).toBe('b')
})
