import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAutosave, type SaveState } from './autosave.ts'

type Draft = { text: { title: string; body: string }; version: number; saving: SaveState }

const stale = new Error('stale_version')

/**
 * An autosave whose saves the test resolves one by one; `stored` is the row that is returned for a save of a stale
 * version.
 */
function openDraft(stored?: Pick<Draft, 'text' | 'version'>) {
  const sent: Draft[] = []
  const answers: PromiseWithResolvers<Partial<Draft>>[] = []
  const failures: unknown[] = []
  const draft = createAutosave<Draft, 'text'>({
    opened: { text: { title: 'א', body: '' }, version: 1, saving: 'saved' },
    text: 'text',
    save(now) {
      sent.push(now)
      answers.push(Promise.withResolvers())
      return answers.at(-1)!.promise
    },
    isConflict: (error) => error === stale,
    readStored: async (error) =>
      error === stale && stored ? { text: stored.text, accept: () => ({ version: stored.version }) } : undefined,
    onFailed: (error) => failures.push(error),
    pauseMs: 100,
  })
  const titles = () => sent.map(({ text }) => text.title)
  return {
    draft,
    sent,
    titles,
    failures,
    answer: (part: Partial<Draft>) => answers.at(-1)!.resolve(part),
    refuse: (error: unknown) => answers.at(-1)!.reject(error),
  }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('typing is saved once after a pause, and the fields returned by the save are applied', async () => {
  const { draft, titles, answer } = openDraft()
  draft.change({ title: 'אב' })
  await vi.advanceTimersByTimeAsync(60)
  draft.change({ title: 'אבג' })
  expect(draft.read().saving).toBe('pending')
  await vi.advanceTimersByTimeAsync(60)
  expect(titles()).toEqual([])
  await vi.advanceTimersByTimeAsync(60)
  expect([titles(), draft.read().saving]).toEqual([['אבג'], 'saving'])
  answer({ version: 2 })
  await vi.advanceTimersByTimeAsync(0)
  expect(draft.read()).toEqual({ text: { title: 'אבג', body: '' }, version: 2, saving: 'saved' })
})

test('text typed during a save is saved afterwards, based on the new version', async () => {
  const { draft, sent, answer } = openDraft()
  draft.change({ title: 'אב' })
  const saved = draft.save()
  draft.change({ body: 'עוד' })
  expect(draft.read().saving).toBe('saving')
  expect(sent).toHaveLength(1)
  answer({ version: 2 })
  await vi.advanceTimersByTimeAsync(0)
  expect(sent.map(({ version, text }) => [version, text.body])).toEqual([
    [1, ''],
    [2, 'עוד'],
  ])
  answer({ version: 3 })
  expect(await saved).toBe(true)
  expect(draft.read()).toMatchObject({ version: 3, saving: 'saved' })
})

test('concurrent save calls share one request, and unchanged text sends none', async () => {
  const { draft, sent, answer } = openDraft()
  expect(await draft.save()).toBe(true)
  expect(sent).toEqual([])
  draft.change({ title: 'אב' })
  const both = Promise.all([draft.save(), draft.save()])
  answer({})
  expect(await both).toEqual([true, true])
  expect(sent).toHaveLength(1)
})

test('a failed save is reported, preserves the text, and is retried by the next save', async () => {
  const { draft, titles, failures, answer, refuse } = openDraft()
  draft.change({ title: 'אב' })
  const first = draft.save()
  refuse(new TypeError('cut'))
  expect(await first).toBe(false)
  expect([draft.read().saving, failures.length]).toEqual(['failed', 1])
  const second = draft.save()
  answer({})
  expect(await second).toBe(true)
  expect(titles()).toEqual(['אב', 'אב'])
})

test('a conflict pauses autosave until one version is chosen', async () => {
  const { draft, sent, failures, answer, refuse } = openDraft()
  draft.change({ title: 'אב' })
  const first = draft.save()
  refuse(stale)
  expect(await first).toBe(false)
  expect([draft.read().saving, failures]).toEqual(['conflict', []])
  draft.change({ title: 'אבג' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(await draft.save()).toBe(false)
  expect(sent).toHaveLength(1)
  const over = draft.saveOver({ title: 'שלהם', body: '' }, { version: 7 })
  answer({ version: 8 })
  expect(await over).toBe(true)
  expect(sent.at(-1)).toMatchObject({ text: { title: 'אבג' }, version: 7 })
})

test('a closed draft does not autosave, and listeners can unsubscribe', async () => {
  const { draft, sent } = openDraft()
  const listener = vi.fn()
  const leave = draft.subscribe(listener)
  draft.change({ title: 'אב' })
  expect(listener).toHaveBeenCalled()
  leave()
  listener.mockClear()
  draft.close()
  await vi.advanceTimersByTimeAsync(1000)
  draft.update({ version: 2 })
  expect([sent, listener.mock.calls]).toEqual([[], []])
})

test('stale_version after this editor’s own save with a lost response is no conflict: saving continues from the saved version', async () => {
  const { draft, sent, failures, answer, refuse } = openDraft({ text: { body: '', title: 'אב' }, version: 2 })
  for (const title of ['אב', 'אבג']) {
    draft.change({ title })
    const lost = draft.save()
    refuse(new TypeError('cut'))
    expect(await lost).toBe(false)
  }
  draft.change({ title: 'אבגד' })
  const repeated = draft.save()
  refuse(stale)
  await vi.advanceTimersByTimeAsync(0)
  answer({ version: 3 })
  expect(await repeated).toBe(true)
  expect(sent.map(({ version, text }) => [version, text.title])).toEqual([
    [1, 'אב'],
    [1, 'אבג'],
    [1, 'אבגד'],
    [2, 'אבגד'],
  ])
  expect([draft.read(), failures.length]).toEqual([
    { text: { title: 'אבגד', body: '' }, version: 3, saving: 'saved' },
    2,
  ])
})

test('stale_version is treated as saved if this editor’s save with a lost response stored the content', async () => {
  const { draft, sent, refuse } = openDraft({ text: { body: '', title: 'אב' }, version: 2 })
  draft.change({ title: 'אב' })
  const lost = draft.save()
  refuse(new TypeError('cut'))
  await lost
  const repeated = draft.save()
  refuse(stale)
  expect(await repeated).toBe(true)
  expect([sent.length, draft.read().version, draft.read().saving]).toEqual([2, 2, 'saved'])
})

test('stale_version is a conflict if no failed save sent the stored content', async () => {
  const theirs = { text: { body: '', title: 'שלהם' }, version: 2 }
  const { draft, refuse } = openDraft(theirs)
  draft.change({ title: 'אב' })
  const lost = draft.save()
  refuse(new TypeError('cut'))
  await lost
  const repeated = draft.save()
  refuse(stale)
  expect(await repeated).toBe(false)
  expect([draft.read().saving, draft.read().version]).toEqual(['conflict', 1])

  const other = openDraft({ text: { body: '', title: 'אב' }, version: 2 })
  other.draft.change({ title: 'אב' })
  const first = other.draft.save()
  other.refuse(stale)
  expect(await first).toBe(false)
  expect(other.draft.read().saving).toBe('conflict')
})
