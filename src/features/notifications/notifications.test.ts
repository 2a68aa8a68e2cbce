import { expect, test } from 'vitest'
import { countUnread, Notification } from './notifications.ts'

test('only what has not been read is counted', () => {
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
