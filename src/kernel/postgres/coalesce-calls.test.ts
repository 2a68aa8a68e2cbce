import { expect, test } from 'vitest'
import { coalesceCalls } from './coalesce-calls.ts'

function counted() {
  const begun: PromiseWithResolvers<number>[] = []
  const ask = coalesceCalls(() => {
    const run = Promise.withResolvers<number>()
    begun.push(run)
    return run.promise
  })
  return { begun, ask }
}

test('calls that arrive during a run share the next run, which starts after they were made', async () => {
  const { begun, ask } = counted()
  const first = ask()
  const [second, third] = [ask(), ask()]
  expect(begun).toHaveLength(1)
  begun[0]!.resolve(1)
  expect(await first).toBe(1)
  await expect.poll(() => begun.length).toBe(2)
  const later = ask()
  begun[1]!.resolve(2)
  expect(await Promise.all([second, third])).toEqual([2, 2])
  await expect.poll(() => begun.length).toBe(3)
  begun[2]!.resolve(3)
  expect(await later).toBe(3)
})

test('an error rejects only the calls of its run, and the next run is started', async () => {
  const { begun, ask } = counted()
  const first = ask()
  const second = ask()
  begun[0]!.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await expect.poll(() => begun.length).toBe(2)
  begun[1]!.resolve(2)
  expect(await second).toBe(2)
})
