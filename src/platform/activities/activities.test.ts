import { expect, test } from 'vitest'
import { activitySentence, NewActivity } from './activities.ts'

const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '')

test('each activity type renders as a sentence', () => {
  const moved = {
    type: 'opportunity.stage_changed',
    title_cache: 'ליווי – נועה',
    payload: { from_name: 'פנייה חדשה', to_name: 'נוצר קשר' },
  }
  expect(plain(activitySentence(moved))).toBe('ההזדמנות ליווי – נועה עברה מפנייה חדשה אל נוצר קשר')
  expect(
    plain(activitySentence({ type: 'contact_request.received', title_cache: '', payload: { topic: 'נגישות' } })),
  ).toBe('התקבלה פנייה מהאתר: נגישות')
})

test('the reason of reopening is part of its sentence', () => {
  const line = {
    type: 'opportunity.reopened',
    title_cache: 'ליווי',
    payload: { to_name: 'במעקב', reason: 'חזרו אחרי החגים' },
  }
  expect(plain(activitySentence(line))).toBe('ההזדמנות ליווי נפתחה מחדש בשלב במעקב. הסיבה: חזרו אחרי החגים')
  expect(plain(activitySentence({ ...line, payload: { to_name: 'במעקב' } }))).toBe(
    'ההזדמנות ליווי נפתחה מחדש בשלב במעקב',
  )
})

test('the booking of a series is one sentence with the number of its meetings', () => {
  const line = {
    type: 'appointment.confirmed',
    title_cache: 'פגישת ליווי',
    payload: { starts_at: '2026-12-01T16:00:00Z', status: 'confirmed' },
  }
  expect(plain(activitySentence(line))).toBe('נקבעה הפגישה פגישת ליווי ב־1.12.2026 בשעה 18:00')
  expect(plain(activitySentence({ ...line, payload: { ...line.payload, appointments: 2 } }))).toBe(
    'נקבעו שתי פגישות בסדרה פגישת ליווי, החל ב־1.12.2026 בשעה 18:00',
  )
})

test('the end of a series is one sentence with the number of its meetings', () => {
  const line = {
    type: 'appointment.cancelled',
    title_cache: 'פגישת ליווי',
    payload: { starts_at: '2026-12-01T16:00:00Z', status: 'cancelled', reason: 'חופשה' },
  }
  expect(plain(activitySentence(line))).toBe('בוטלה הפגישה פגישת ליווי ב־1.12.2026 בשעה 18:00. הסיבה: חופשה')
  expect(plain(activitySentence({ ...line, payload: { ...line.payload, appointments: 3 } }))).toBe(
    'בוטלו 3 פגישות בסדרה פגישת ליווי, החל ב־1.12.2026 בשעה 18:00. הסיבה: חופשה',
  )
})

test('an unknown activity type renders its title', () => {
  expect(activitySentence({ type: 'parcel.sent', title_cache: 'תקציב שמחזיק', payload: {} })).toBe('תקציב שמחזיק')
})

test('a note without text is refused', () => {
  const note = { type: 'note', contact_id: crypto.randomUUID() }
  expect(NewActivity.safeParse({ ...note, payload: { text: '  ' } }).success).toBe(false)
  expect(NewActivity.parse({ ...note, payload: { text: ' שלום ' } }).payload.text).toBe('שלום')
})
