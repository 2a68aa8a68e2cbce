import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import type { Database } from '#client/database.types.ts'
import { countUnread, limits, texts } from './notice-texts.ts'
import { readDerivedNotices, readNotifications } from './notifications.data.ts'
import { Notification } from './notifications.ts'

test('only unread notifications are counted', () => {
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

test('spec §7, §9: the newest fifty notifications are requested, and ten tasks each for today and tomorrow', async () => {
  const requestedUrls: URL[] = []
  const backend = createClient<Database>('http://localhost:3000', 'key', {
    auth: { persistSession: false },
    global: {
      fetch(input) {
        requestedUrls.push(new URL(input instanceof Request ? input.url : input))
        return Promise.resolve(Response.json([]))
      },
    },
  })
  await readNotifications(backend, 'noa')
  // 01:00 of the 23rd in Israel.
  await readDerivedNotices(backend, 'noa', new Date('2026-11-22T23:00:00Z'))
  expect(requestedUrls.map(({ pathname, search }) => pathname + decodeURIComponent(search))).toEqual([
    '/rest/v1/notifications?select=*&user_id=eq.noa&order=created_at.desc&limit=50',
    '/rest/v1/tasks?select=id,name,due_date,status&user_id=eq.noa&status=eq.To+Do&due_date=gte.2026-11-23&due_date=lte.2026-11-24&order=due_date.asc&limit=10',
    '/rest/v1/tasks?select=id,name,due_date,status&user_id=eq.noa&status=eq.To+Do&due_date=lt.2026-11-23&order=due_date.desc&limit=10',
  ])
})

test.each([
  ['its code', 401, { code: 'PGRST303', message: 'no longer valid' }],
  ['its message', 401, { code: 'PGRST301', message: 'JWT expired' }],
])('spec §8: an expired token, recognised by %s, yields no notifications and no error', async (_by, status, body) => {
  const backend = createClient<Database>('http://localhost:3000', 'key', {
    auth: { persistSession: false },
    global: { fetch: () => Promise.resolve(Response.json(body, { status })) },
  })
  expect(await readNotifications(backend, 'noa')).toEqual([])
  expect(await readDerivedNotices(backend, 'noa', new Date())).toEqual([])
})

test('spec §8: every other failed request for notifications is an error', async () => {
  const backend = createClient<Database>('http://localhost:3000', 'key', {
    auth: { persistSession: false },
    global: { fetch: () => Promise.resolve(Response.json({ code: 'PGRST301', message: 'no' }, { status: 401 })) },
  })
  await expect(readNotifications(backend, 'noa')).rejects.toMatchObject({ code: 'PGRST301' })
})
