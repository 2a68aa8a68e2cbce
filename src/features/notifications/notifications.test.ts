import { expect, test } from 'vitest'
import { countUnread, limits, texts } from './notice-texts.ts'
import { Notification } from './notifications.ts'

test('only unread notices are counted', () => {
  const notice: Notification = {
    id: crypto.randomUUID(),
    user_id: crypto.randomUUID(),
    type: 'contact_request.received',
    title: 'פנייה חדשה מהאתר',
    message: '',
    severity: 'high',
    related_entity_type: null,
    related_entity_id: null,
    is_read: false,
    created_at: '2026-11-20T10:00:00+00:00',
    metadata: {},
    is_demo: false,
  }
  expect(Notification.parse(notice)).toEqual(notice)
  expect(countUnread([notice, { ...notice, is_read: true }, notice])).toBe(2)
})

test('spec §8: the toast texts, verbatim', () => {
  expect(texts).toEqual({
    markOneFailed: 'שגיאה בעדכון ההתראה',
    markAllFailed: 'שגיאה בעדכון ההתראות',
    deleteFailed: 'שגיאה במחיקת ההתראה',
    markedAll: 'כל ההתראות סומנו כנקראו',
  })
})

test('spec §9: fifty are read, fresh for two minutes, with one retry', () => {
  expect(limits).toEqual({ stored: 50, storedStaleMs: 2 * 60_000, retries: 1 })
})
