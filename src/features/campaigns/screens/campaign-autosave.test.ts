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
  const autosave = createCampaignAutosave({
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
  return { autosave, sent, failures, saveElsewhere: () => (stored = { ...stored, version: stored.version + 1 }) }
}

test('edits are saved once, debounced after the last change', async () => {
  const { autosave, sent } = createFake()
  autosave.change({ subject: 'א' })
  await vi.advanceTimersByTimeAsync(1000)
  autosave.change({ subject: 'אב' })
  await vi.advanceTimersByTimeAsync(1300)
  expect(sent).toEqual([{ subject: 'אב', version: 1 }])
  expect(autosave.read()).toMatchObject({ saving: 'saved', seen: { version: 2 } })
})

test('concurrent save calls share one request, and later edits are saved after it', async () => {
  let open = () => {}
  const { autosave, sent } = createFake((n) => (n === 1 ? new Promise((done) => (open = done)) : Promise.resolve()))
  autosave.change({ subject: 'ראשון' })
  const first = autosave.save()
  autosave.change({ subject: 'שני' })
  const others = [autosave.save(), autosave.save()]
  open()
  expect(await Promise.all([first, ...others])).toEqual([true, true, true])
  autosave.change({ subject: 'שלישי' })
  await vi.advanceTimersByTimeAsync(1300)
  expect(sent).toEqual([
    { subject: 'ראשון', version: 1 },
    { subject: 'שני', version: 2 },
    { subject: 'שלישי', version: 3 },
  ])
  expect(autosave.read().saving).toBe('saved')
})

test('a failed save is reported once and retried after the next change', async () => {
  const { autosave, sent, failures } = createFake((n) =>
    n === 1 ? Promise.reject(new TypeError('cut')) : Promise.resolve(),
  )
  autosave.change({ subject: 'א' })
  expect(await autosave.save()).toBe(false)
  expect([autosave.read().saving, failures.length]).toEqual(['failed', 1])
  autosave.change({ subject: 'אב' })
  await vi.advanceTimersByTimeAsync(1300)
  expect([autosave.read().saving, sent.at(-1)]).toEqual(['saved', { subject: 'אב', version: 1 }])
})

test('a concurrent save stops autosave', async () => {
  const { autosave, sent, failures, saveElsewhere } = createFake()
  saveElsewhere()
  autosave.change({ subject: 'שלי' })
  expect(await autosave.save()).toBe(false)
  autosave.change({ subject: 'שלי, עוד' })
  await vi.advanceTimersByTimeAsync(5000)
  expect([sent.length, failures.length, autosave.read().saving]).toEqual([1, 0, 'conflict'])
  expect(await autosave.save()).toBe(false)
})
