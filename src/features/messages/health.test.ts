import { expect, test } from 'vitest'
import { findProblems, type SenderState } from './health.ts'

const now = new Date('2026-11-24T12:00:00+02:00')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
const fine: SenderState = {
  now,
  isMailConfigured: true,
  outbox: { waiting: 0, oldestAt: null, lastError: undefined },
  webhooks: undefined,
  due: 0,
  oldestDueAt: null,
  sent: 100,
  bounced: 5,
  complained: 0,
  since: minutesAgo(7 * 24 * 60),
  paused: [],
}
const keys = (state: Partial<SenderState>) => findProblems({ ...fine, ...state }).map(({ key }) => key)

test('a sender without overdue messages has no problem', () => {
  expect(keys({})).toEqual([])
  expect(
    keys({ oldestDueAt: minutesAgo(14), outbox: { waiting: 1, oldestAt: minutesAgo(14), lastError: 'busy' } }),
  ).toEqual([])
})

test('a mail or a message that is overdue by more than fifteen minutes is reported', () => {
  expect(keys({ outbox: { waiting: 1, oldestAt: minutesAgo(16), lastError: '451' } })).toEqual(['mail-stuck'])
  expect(keys({ due: 1, oldestDueAt: minutesAgo(16) })).toEqual(['sender-stuck'])
})

test('a webhook call that is overdue by more than fifteen minutes is reported with its host', () => {
  expect(keys({ webhooks: { oldestAt: minutesAgo(14), to: 'hook.example' } })).toEqual([])
  const [problem] = findProblems({ ...fine, webhooks: { oldestAt: minutesAgo(16), to: 'hook.example' } })
  expect(problem).toMatchObject({ key: 'webhooks-stuck', text: expect.stringContaining('hook.example') })
})

test('without a mail server, waiting mails are not reported as a second problem', () => {
  expect(
    keys({ isMailConfigured: false, outbox: { waiting: 3, oldestAt: minutesAgo(99), lastError: undefined } }),
  ).toEqual(['no-mail-server'])
})

test('bounces and complaints are reported above a threshold, and only with enough mails', () => {
  expect(keys({ bounced: 6 })).toEqual(['bounces'])
  expect(keys({ complained: 1 })).toEqual(['complaints'])
  expect(keys({ sent: 19, bounced: 19, complained: 19 })).toEqual([])
})

test('a paused automation links to its failed runs and shows how to resume it', () => {
  const [loop, breaker] = findProblems({
    ...fine,
    paused: [
      { id: 'a', name: 'ברוכים הבאים', because: 'loop' },
      { id: 'b', name: 'תזכורת', because: 'breaker' },
    ],
  })
  expect(loop).toMatchObject({ to: '/crm/automations/a/runs?status=failed', text: expect.stringContaining('טריגר') })
  expect(breaker).toMatchObject({ title: '״תזכורת״ הושהתה', text: expect.stringContaining('5%') })
})
