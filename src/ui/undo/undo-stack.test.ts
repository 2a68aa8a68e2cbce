import { expect, test } from 'vitest'
import { createUndoStack, TooLateToUndo, undoDepth } from './undo-stack.ts'

function makeStack() {
  const undone: string[] = []
  const stack = createUndoStack(() => 7)
  const push = (title: string) =>
    stack.push({
      title,
      undo: async () => {
        undone.push(title)
      },
    })
  const titles = () => stack.read().map(({ title }) => title)
  return { undone, stack, push, titles }
}

test('the newest action is undone first, and each action is undone once', async () => {
  const { undone, stack, push, titles } = makeStack()
  push('a')
  push('b')
  await Promise.all([stack.undoAction(), stack.undoAction(), stack.undoAction()])
  expect(undone).toEqual(['b', 'a'])
  expect(titles()).toEqual([])
})

test('the stack holds twenty actions and drops the oldest', () => {
  const { push, titles } = makeStack()
  for (let i = 0; i < undoDepth + 1; i += 1) push(String(i))
  expect(undoDepth).toBe(20)
  expect(titles()).toHaveLength(20)
  expect(titles().at(-1)).toBe('1')
})

test('an action in the middle can be undone by its id', async () => {
  const { undone, stack, push, titles } = makeStack()
  const first = push('a')
  push('b')
  await stack.undoAction(first)
  await stack.undoAction(first)
  expect(undone).toEqual(['a'])
  expect(titles()).toEqual(['b'])
})

test('a failed undo stays in the stack and can be retried', async () => {
  const { stack } = makeStack()
  let works = false
  stack.push({
    title: 'a',
    undo: async () => {
      if (!works) throw new Error('network')
    },
  })
  expect((await stack.undoAction())?.failure).toMatchObject({ message: 'network' })
  works = true
  expect(await stack.undoAction()).not.toHaveProperty('failure')
  expect(stack.read()).toEqual([])
})

test('an expired undo leaves the stack, so that the next one can be reached', async () => {
  const { stack, push, titles } = makeStack()
  push('a')
  stack.push({ title: 'b', undo: () => Promise.reject(new TooLateToUndo('מישהו שינה')) })
  expect((await stack.undoAction())?.failure).toBeInstanceOf(TooLateToUndo)
  expect(titles()).toEqual(['a'])
})

test('undos run one after another', async () => {
  const { stack } = makeStack()
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
  await Promise.all([stack.undoAction(), stack.undoAction()])
  expect(events).toEqual(['b begins', 'b ends', 'a begins', 'a ends'])
})

test('after a change of user, no undo of the previous user runs, not even a queued one', async () => {
  const { undone, stack, push } = makeStack()
  push('a')
  const requested = stack.undoAction()
  stack.clear()
  expect(await requested).toBeUndefined()
  expect(undone).toEqual([])
})
