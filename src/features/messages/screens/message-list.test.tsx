import { expect, test } from 'vitest'
import { renderHtml } from '../../../../test/rendered-html.ts'
import type { LoggedMessage } from '../message-log.data.ts'
import { MessageList } from './message-list.tsx'

const message = (rest: Partial<LoggedMessage>): LoggedMessage => ({
  id: crypto.randomUUID(),
  contact_id: null,
  full_name: null,
  channel: 'email',
  purpose: 'transactional',
  context_type: 'webinar_registration',
  context_label: 'הרשמה להדרכה',
  context_id: crypto.randomUUID(),
  rule_name: 'תזכורת שעה לפני',
  rule_key: 'webinar.reminder_hour',
  run_id: null,
  planned_at: '2026-11-24T10:00:00Z',
  send_at: '2026-11-24T10:00:00Z',
  expires_at: null,
  status: 'sent',
  skip_reason: null,
  waits_because: null,
  waits: [],
  created_at: '2026-11-24T10:00:00Z',
  address: null,
  subject: null,
  written_at: null,
  sent_at: '2026-11-24T10:00:00Z',
  delivered_at: null,
  bounced_at: null,
  complained_at: null,
  error: null,
  outcome: 'sent',
  mailed_because: null,
  is_replaced: false,
  search_text: '',
  ...rest,
})
const textOf = (rest: Partial<LoggedMessage>) => renderHtml(<MessageList messages={[message(rest)]} />).text

const refused = '131026: Message undeliverable · not on WhatsApp'

test('a failed WhatsApp message shows the meaning of the error, the provider’s text, and the mail that replaces it', () => {
  const text = textOf({
    channel: 'whatsapp',
    status: 'failed',
    outcome: 'failed',
    sent_at: null,
    error: refused,
    is_replaced: true,
  })
  expect(text).toContain('דוא״ל במקומה')
  expect(text).toContain('למה לא נשלחה המספר לא בוואטסאפ, או שאי אפשר לכתוב אליו')
  expect(text).toContain(`תשובת הספק ${refused}`)
})

test.each([
  ['an error of the provider', refused, 'המספר לא בוואטסאפ, או שאי אפשר לכתוב אליו'],
  ['an error that is not known', 'fetch failed', 'בוואטסאפ לא קיבלו את ההודעה (fetch failed)'],
  ['a withdrawn consent', 'no_consent', 'אין הסכמה לקבל דיוור בכתובת הזו'],
  ['a number that was removed', 'no_number', 'המספר שבו הסכימו לוואטסאפ השתנה או הוסר'],
  ['a provider that is off', 'channel_off', 'הערוץ עוד לא מחובר'],
])('a mail that replaces a WhatsApp message shows the reason: %s', (_, mailed_because, words) => {
  const text = textOf({ mailed_because })
  expect(text).toContain('במקום וואטסאפ')
  expect(text).toContain(`למה לא בוואטסאפ ${words}`)
})

test('a reason shared by the WhatsApp message and the unsent mail is shown once', () => {
  const text = textOf({ status: 'skipped', outcome: 'skipped', skip_reason: 'expired', mailed_because: 'expired' })
  expect(text).not.toContain('למה לא בוואטסאפ')
})
