import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallRefused } from '#client/invoke.ts'
import type { Campaign, CampaignDraft } from '#features/campaigns/campaigns.ts'
import { createCampaignAutosave } from './campaign-autosave.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A server that keeps what it is sent over the version it has, and refuses any other; `answer` may hold it up or cut it. */
function begin(answer: (n: number) => Promise<void> = async () => {}) {
  const sent: { subject: string; version: number }[] = []
  const failures: unknown[] = []
  let stored = { id: crypto.randomUUID(), version: 1, subject: '' } as unknown as Campaign
  const writing = createCampaignAutosave({
    opened: stored,
    onSaved: () => {},
    onFailed: (error) => failures.push(error),
    async save({ version }, draft: CampaignDraft) {
      sent.push({ subject: draft.subject, version })
      await answer(sent.length)
      if (version !== stored.version) throw new CallRefused('campaign_changed', 'Somebody saved in between')
      stored = { ...stored, ...draft, version: version + 1 }
      return stored
    },
  })
  return { writing, sent, failures, saveElsewhere: () => (stored = { ...stored, version: stored.version + 1 }) }
}

test('it saves once, a moment after the last change', async () => {
  const { writing, sent } = begin()
  writing.change({ subject: 'א' })
  await vi.advanceTimersByTimeAsync(1000)
  writing.change({ subject: 'אב' })
  await vi.advanceTimersByTimeAsync(1300)
  expect(sent).toEqual([{ subject: 'אב', version: 1 }])
  expect(writing.read()).toMatchObject({ saving: 'saved', seen: { version: 2 } })
})

test('two who wait for one save do not both save again after it, and what is typed later is saved too', async () => {
  let open = () => {}
  const { writing, sent } = begin((n) => (n === 1 ? new Promise((done) => (open = done)) : Promise.resolve()))
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

test('a save that failed says so once and comes again with the next change', async () => {
  const { writing, sent, failures } = begin((n) => (n === 1 ? Promise.reject(new TypeError('cut')) : Promise.resolve()))
  writing.change({ subject: 'א' })
  expect(await writing.save()).toBe(false)
  expect([writing.read().saving, failures.length]).toEqual(['failed', 1])
  writing.change({ subject: 'אב' })
  await vi.advanceTimersByTimeAsync(1300)
  expect([writing.read().saving, sent.at(-1)]).toEqual(['saved', { subject: 'אב', version: 1 }])
})

test('when somebody else was faster nothing more is saved over them', async () => {
  const { writing, sent, failures, saveElsewhere } = begin()
  saveElsewhere()
  writing.change({ subject: 'שלי' })
  expect(await writing.save()).toBe(false)
  writing.change({ subject: 'שלי, עוד' })
  await vi.advanceTimersByTimeAsync(5000)
  expect([sent.length, failures.length, writing.read().saving]).toEqual([1, 0, 'behind'])
  expect(await writing.save()).toBe(false)
})
