import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallRefused } from '#client/invoke.ts'
import type { Campaign, CampaignDraft } from '#features/campaigns/campaigns.ts'
import { createCampaignAutosave } from './campaign-autosave.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A fake server that refuses stale versions; `answer` may delay or fail a save. */
function createFake(answer: (n: number) => Promise<void> = async () => {}) {
  const sent: { subject: string; version: number }[] = []
  const failures: unknown[] = []
  let stored = { id: crypto.randomUUID(), version: 1, subject: '' } as unknown as Campaign
  const writing = createCampaignAutosave({
    opened: stored,
    onSaved: () => {},
    read: async () => stored,
    onFailed: (error) => failures.push(error),
    async save({ version }, draft: CampaignDraft) {
      sent.push({ subject: draft.subject, version })
      await answer(sent.length)
      if (version !== stored.version) throw new CallRefused('campaign_changed', 'The row was saved concurrently')
      stored = { ...stored, ...draft, version: version + 1 }
      return stored
    },
  })
  return { writing, sent, failures, saveElsewhere: () => (stored = { ...stored, version: stored.version + 1 }) }
}

test('edits are saved once, debounced after the last change', async () => {
  const { writing, sent } = createFake()
  writing.change({ subject: 'א' })
  await vi.advanceTimersByTimeAsync(1000)
  writing.change({ subject: 'אב' })
  await vi.advanceTimersByTimeAsync(1300)
  expect(sent).toEqual([{ subject: 'אב', version: 1 }])
  expect(writing.read()).toMatchObject({ saving: 'saved', seen: { version: 2 } })
})

test('concurrent save calls share one request, and later edits are saved after it', async () => {
  let open = () => {}
  const { writing, sent } = createFake((n) => (n === 1 ? new Promise((done) => (open = done)) : Promise.resolve()))
  writing.change({ subject: 'ראשון' })
  const first = writing.save()
  writing.change({ subject: 'שני' })
  const others = [writing.save(), writing.save()]
  open()
  expect(await Promise.all([first, ...others])).toEqual([true, true, true])
  writing.change({ subject: 'שלישי' })
  await vi.advanceTimersByTimeAsync(1300)
  expect(sent).toEqual([
    { subject: 'ראשון', version: 1 },
    { subject: 'שני', version: 2 },
    { subject: 'שלישי', version: 3 },
  ])
  expect(writing.read().saving).toBe('saved')
})

test('a failed save is reported once and retried after the next change', async () => {
  const { writing, sent, failures } = createFake((n) =>
    n === 1 ? Promise.reject(new TypeError('cut')) : Promise.resolve(),
  )
  writing.change({ subject: 'א' })
  expect(await writing.save()).toBe(false)
  expect([writing.read().saving, failures.length]).toEqual(['failed', 1])
  writing.change({ subject: 'אב' })
  await vi.advanceTimersByTimeAsync(1300)
  expect([writing.read().saving, sent.at(-1)]).toEqual(['saved', { subject: 'אב', version: 1 }])
})

test('a concurrent save stops autosave', async () => {
  const { writing, sent, failures, saveElsewhere } = createFake()
  saveElsewhere()
  writing.change({ subject: 'שלי' })
  expect(await writing.save()).toBe(false)
  writing.change({ subject: 'שלי, עוד' })
  await vi.advanceTimersByTimeAsync(5000)
  expect([sent.length, failures.length, writing.read().saving]).toEqual([1, 0, 'conflict'])
  expect(await writing.save()).toBe(false)
})
