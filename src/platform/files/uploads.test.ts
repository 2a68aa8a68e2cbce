import { expect, test } from 'vitest'
import { createUploads } from './uploads.ts'

/** An upload function that the test completes. */
function slowNetwork() {
  const asked: string[] = []
  const answers = new Map<string, PromiseWithResolvers<void>>()
  const answerOf = (name: string) => answers.getOrInsertComputed(name, () => Promise.withResolvers<void>())
  return {
    asked,
    send: (file: File) => {
      asked.push(file.name)
      return answerOf(file.name).promise
    },
    complete: (name: string) => answerOf(name).resolve(),
    refuse: (name: string) => answerOf(name).reject(new Error('file_too_large')),
  }
}
const file = (name: string) => new File(['x'], name)

test('files added during an upload are sent after the queued ones', async () => {
  const uploads = createUploads()
  const network = slowNetwork()
  const first = uploads.add([file('a.pdf')], network.send)
  const second = uploads.add([file('b.pdf'), file('c.pdf')], network.send)
  expect(uploads.read().waiting).toBe(3)
  network.complete('a.pdf')
  await first
  expect(network.asked).toEqual(['a.pdf', 'b.pdf'])
  network.complete('b.pdf')
  network.complete('c.pdf')
  await second
  expect(network.asked).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
  expect(uploads.read()).toEqual({ waiting: 0, failures: [] })
})

test('failures are listed until the queue is idle and more files are added', async () => {
  const uploads = createUploads()
  const network = slowNetwork()
  network.refuse('a.pdf')
  network.complete('b.pdf')
  void uploads.add([file('a.pdf')], network.send)
  await uploads.add([file('b.pdf')], network.send)
  expect(uploads.read().failures.map(({ name }) => name)).toEqual(['a.pdf'])
  await uploads.add([file('b.pdf')], network.send)
  expect(uploads.read().failures).toEqual([])
})
