import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SavedPost, PostInput } from '#features/blog/blog.ts'
import { blankPost, type OpenedPost } from '#features/blog/editing.data.ts'
import { createPostAutosave } from './post-autosave.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const id = crypto.randomUUID()
const post = (version: number, title = '') =>
  ({
    id,
    version,
    status: 'draft',
    draft_id: 'a',
    shown_id: null,
    slugs: [],
    draft: { ...blankPost(title), saved_at: '' },
  }) as unknown as OpenedPost

/** A fake server that stores what it receives; `answer` may delay or refuse a save. */
function createFake(answer: (n: number) => Promise<void> = async () => {}) {
  const sent: { title: string; seenVersion: number }[] = []
  const failures: unknown[] = []
  const autosave = createPostAutosave({
    opened: post(1),
    onFailed: (error) => failures.push(error),
    save: async (input: PostInput, { seenVersion }): Promise<SavedPost> => {
      sent.push({ title: input.title, seenVersion })
      await answer(sent.length)
      return { id, version: seenVersion + 1, slug: 'כתובת', savedAt: '2026-11-22T09:00:00Z' }
    },
  })
  return { autosave, sent, failures }
}

test('edits are saved once, debounced after the last keystroke', async () => {
  const { autosave, sent } = createFake()
  autosave.change({ title: 'א' })
  await vi.advanceTimersByTimeAsync(1000)
  autosave.change({ title: 'אב' })
  await vi.advanceTimersByTimeAsync(1000)
  expect([sent, autosave.read().saving]).toEqual([[], 'pending'])
  await vi.advanceTimersByTimeAsync(300)
  expect(sent).toEqual([{ title: 'אב', seenVersion: 1 }])
  expect(autosave.read()).toMatchObject({ saving: 'saved', state: { version: 2, slug: 'כתובת' } })
})

test('an edit made during a save is saved after it, with the new version', async () => {
  let open = () => {}
  const { autosave, sent } = createFake((n) => (n === 1 ? new Promise((done) => (open = done)) : Promise.resolve()))
  autosave.change({ title: 'ראשון' })
  const saved = autosave.save()
  autosave.change({ title: 'שני' })
  open()
  expect(await saved).toBe(true)
  expect(sent).toEqual([
    { title: 'ראשון', seenVersion: 1 },
    { title: 'שני', seenVersion: 2 },
  ])
  await vi.advanceTimersByTimeAsync(5000)
  expect(sent).toHaveLength(2)
})

test('a failed save is reported once and retried after the next keystroke', async () => {
  const { autosave, sent, failures } = createFake((n) =>
    n === 1 ? Promise.reject(new TypeError('cut')) : Promise.resolve(),
  )
  autosave.change({ title: 'א' })
  expect(await autosave.save()).toBe(false)
  expect([autosave.read().saving, failures.length]).toEqual(['failed', 1])
  autosave.change({ title: 'אב' })
  await vi.advanceTimersByTimeAsync(1300)
  expect([autosave.read().saving, sent.at(-1)]).toEqual(['saved', { title: 'אב', seenVersion: 1 }])
})

test('a concurrent save stops autosave until the conflict is resolved', async () => {
  const stale = Object.assign(new Error('post_changed_meanwhile'), { code: 'post_changed_meanwhile' })
  const { autosave, sent, failures } = createFake((n) => (n === 1 ? Promise.reject(stale) : Promise.resolve()))
  autosave.change({ title: 'שלי' })
  expect(await autosave.save()).toBe(false)
  autosave.change({ title: 'שלי, עוד' })
  await vi.advanceTimersByTimeAsync(5000)
  expect([sent.length, failures.length, autosave.read().saving]).toEqual([1, 0, 'conflict'])
  expect(await autosave.keepOver(post(7, 'שלהם'))).toBe(true)
  expect(sent.at(-1)).toEqual({ title: 'שלי, עוד', seenVersion: 7 })
})
