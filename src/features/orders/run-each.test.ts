import { expect, test } from 'vitest'
import { runEach } from './run-each.ts'

test('a failed item does not stop the other items, and the error is thrown at the end', async () => {
  const done: number[] = []
  const work = async (item: number) => {
    if (item < 2) throw new Error(`item ${item}`)
    done.push(item)
  }
  await expect(runEach([1, 2, 3], work)).rejects.toThrow('item 1')
  await expect(runEach([0, 1, 4], work)).rejects.toThrow('2 of 3 failed')
  await runEach([5], work)
  expect(done).toEqual([2, 3, 4, 5])
})
