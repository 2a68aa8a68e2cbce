import { expect, test } from 'vitest'
import type { AppEvents, Notice } from '#client/app-events.ts'
import { openErrors, type ErrorReport } from '#client/errors.ts'
import { createEventBus } from '#lib/event-bus.ts'
import { readEvents } from './event-readers.ts'

function open() {
  const events = createEventBus<AppEvents>({ userId: () => 'noa', onError: (error) => expect(error).toBeUndefined() })
  const sent: ErrorReport[] = []
  const shown = new Map<string, Notice>()
  readEvents(events, {
    send: (report) => sent.push(report),
    show: (notice) => shown.set(notice.id, notice),
    hide: (id) => shown.delete(id),
  })
  return { events, sent, shown }
}

test('a reported error is sent to the server through the event bus, with its source', () => {
  const { events, sent } = open()
  const errors = openErrors({
    report: (report, source) => events.emit('error.reported', report, source),
    warn() {},
    path: () => '/crm',
  })
  const { reference } = errors.caught(new Error('x is undefined'))
  expect(sent).toMatchObject([{ reference, message: 'x is undefined' }])
  expect(events.history()).toMatchObject([{ type: 'error.reported', userId: 'noa', source: 'screen' }])
})

test('a notice event shows a toast, which is hidden when the user signs out', () => {
  const { events, shown } = open()
  events.emit('notice', { id: 'board', kind: 'info', text: 'שתי הזדמנויות נמחקו' }, 'opportunities')
  expect([...shown.values()]).toMatchObject([{ kind: 'info', text: 'שתי הזדמנויות נמחקו' }])
  events.emit('session.changed', { event: 'TOKEN_REFRESHED' }, 'session')
  expect(shown.size).toBe(1)
  events.emit('session.changed', { event: 'SIGNED_OUT' }, 'session')
  expect(shown.size).toBe(0)
})
