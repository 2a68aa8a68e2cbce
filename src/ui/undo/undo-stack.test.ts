import { expect, test } from 'vitest'
import { createUndoStack, TooLateToUndo, undoDepth } from './undo-stack.ts'

function told() {
  const said: string[] = []
  const stack = createUndoStack(() => 7)
  const push = (title: string) =>
    stack.push({
      title,
      undo: async () => {
        said.push(title)
      },
    })
  const titles = () => stack.read().map(({ title }) => title)
  return { said, stack, push, titles }
}

test('the newest action is taken back first, and each only once', async () => {
  const { said, stack, push, titles } = told()
  push('a')
  push('b')
  await Promise.all([stack.takeBack(), stack.takeBack(), stack.takeBack()])
  expect(said).toEqual(['b', 'a'])
  expect(titles()).toEqual([])
})

test('twenty actions are kept; the oldest leaves', () => {
  const { push, titles } = told()
  for (let i = 0; i < undoDepth + 1; i += 1) push(String(i))
  expect(undoDepth).toBe(20)
  expect(titles()).toHaveLength(20)
  expect(titles().at(-1)).toBe('1')
})

test('an action in the middle can be taken back by its number', async () => {
  const { said, stack, push, titles } = told()
  const first = push('a')
  push('b')
  await stack.takeBack(first)
  await stack.takeBack(first)
  expect(said).toEqual(['a'])
  expect(titles()).toEqual(['b'])
})

test('an undo that fails stays and can be tried again', async () => {
  const { stack } = told()
  let works = false
  stack.push({
    title: 'a',
    undo: async () => {
      if (!works) throw new Error('network')
    },
  })
  expect((await stack.takeBack())?.failure).toMatchObject({ message: 'network' })
  works = true
  expect(await stack.takeBack()).not.toHaveProperty('failure')
  expect(stack.read()).toEqual([])
})

test('an undo that came too late leaves the stack, so that the one below can be reached', async () => {
  const { stack, push, titles } = told()
  push('a')
  stack.push({ title: 'b', undo: () => Promise.reject(new TooLateToUndo('מישהו שינה')) })
  expect((await stack.takeBack())?.failure).toBeInstanceOf(TooLateToUndo)
  expect(titles()).toEqual(['a'])
})

test('undos run one after another', async () => {
  const { stack } = told()
  const events: string[] = []
  for (const title of ['a', 'b'])
    stack.push({
      title,
      undo: async () => {
        events.push(`${title} begins`)
        await Promise.resolve()
        events.push(`${title} ends`)
      },
    })
  await Promise.all([stack.takeBack(), stack.takeBack()])
  expect(events).toEqual(['b begins', 'b ends', 'a begins', 'a ends'])
})

test('who sits down next takes back nothing of the person before, not even what waits for its turn', async () => {
  const { said, stack, push } = told()
  push('a')
  const asked = stack.takeBack()
  stack.clear()
  expect(await asked).toBeUndefined()
  expect(said).toEqual([])
})
