import { expect, test } from 'vitest'
import { type Check, describe, isOk, limits } from './system-checks.ts'

const now = new Date('2026-11-24T10:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 60 * 60_000).toISOString()

test.each<[string, Check, boolean]>([
  ['a tenth of the disk free', { kind: 'disk', facts: { free: 10, total: 100 } }, true],
  ['less than a tenth of the disk free', { kind: 'disk', facts: { free: 9, total: 100 } }, false],
  ['a job that waits for 10 minutes', { kind: 'queue', facts: { due: 1, oldestDueAt: ago(10) } }, true],
  ['a job that waits for 11 minutes', { kind: 'queue', facts: { due: 1, oldestDueAt: ago(11) } }, false],
  ['an empty queue', { kind: 'queue', facts: { due: 0, oldestDueAt: null } }, true],
  ['a message that waits for 31 minutes', { kind: 'mail', facts: { due: 3, oldestDueAt: ago(31) } }, false],
  ['1 of 20 messages that bounced', { kind: 'bounces', facts: { sent: 20, bounced: 1 } }, true],
  ['2 of 20 messages that bounced', { kind: 'bounces', facts: { sent: 20, bounced: 2 } }, false],
  ['2 of 19 messages that bounced, too few to judge', { kind: 'bounces', facts: { sent: 19, bounced: 2 } }, true],
  ['a certificate of 14 days', { kind: 'certificate', facts: { validTo: inDays(14) } }, true],
  ['a certificate of 13 days', { kind: 'certificate', facts: { validTo: inDays(13) } }, false],
  ['a mail server that accepts the login', { kind: 'smtp', facts: { fault: null } }, true],
  ['a mail server that refuses the login', { kind: 'smtp', facts: { fault: 'login' } }, false],
  ['no connected calendar', { kind: 'calendar', facts: { connected: 0, broken: 0 } }, true],
  ['a replica that is half a minute behind', { kind: 'replica', facts: { lagSeconds: 30 } }, true],
  ['a replica that is further behind', { kind: 'replica', facts: { lagSeconds: 31 } }, false],
  ['a replica that cannot be used', { kind: 'replica', facts: { lagSeconds: null } }, false],
  ['backups whose expired ones were deleted', { kind: 'expiry', facts: { failed: false } }, true],
  ['backups whose expired ones could not be deleted', { kind: 'expiry', facts: { failed: true } }, false],
  ['one of three calendars that needs its host', { kind: 'calendar', facts: { connected: 3, broken: 1 } }, false],
])('the check of %s has the expected result', (_, check, ok) => {
  expect(isOk(check, now)).toBe(ok)
})

test('the limits match those of the operations guide', () => {
  expect(limits).toEqual({
    freeDisk: 0.1,
    queueMinutes: 10,
    mailMinutes: 30,
    bounced: 0.05,
    fewestSent: 20,
    certificateDays: 14,
    replicaSeconds: 30,
  })
})

test.each<[Check, string]>([
  [{ kind: 'queue', facts: { due: 0, oldestDueAt: null } }, 'שום דבר לא מחכה'],
  [{ kind: 'queue', facts: { due: 1, oldestDueAt: ago(0.5) } }, 'אחת מחכה, פחות מדקה'],
  [{ kind: 'mail', facts: { due: 7, oldestDueAt: ago(45) } }, '7 מחכות, הוותיקה 45 דקות'],
  [{ kind: 'bounces', facts: { sent: 40, bounced: 3 } }, '3 מתוך 40 בשבוע האחרון'],
  [{ kind: 'bounces', facts: { sent: 0, bounced: 0 } }, 'לא נשלחו הודעות בשבוע האחרון'],
  [{ kind: 'smtp', facts: { fault: null } }, 'מחובר'],
  [{ kind: 'smtp', facts: { fault: 'unreachable' } }, 'אין מענה'],
  [{ kind: 'calendar', facts: { connected: 0, broken: 0 } }, 'אין יומן מחובר'],
  [{ kind: 'calendar', facts: { connected: 2, broken: 0 } }, 'שני יומנים פועלים'],
  [{ kind: 'calendar', facts: { connected: 2, broken: 1 } }, 'יומן אחד צריך חיבור מחדש'],
  [{ kind: 'replica', facts: { lagSeconds: 1 } }, 'מעודכן. רשימות ודוחות נקראים ממנו, תמיד עם כל מה שכבר נשמר'],
  [{ kind: 'replica', facts: { lagSeconds: 45 } }, 'בפיגור של 45 שניות. עד שישלים אותו, רשימות ודוחות נקראים מהמקור'],
  [{ kind: 'replica', facts: { lagSeconds: null } }, 'אין חיבור לעותק. רשימות ודוחות נקראים מהמקור'],
  [{ kind: 'expiry', facts: { failed: false } }, 'המחיקה האחרונה הצליחה'],
  [{ kind: 'expiry', facts: { failed: true } }, 'המחיקה לא הצליחה'],
])('the description of %o is a sentence', (check, text) => {
  expect(describe(check, now)).toBe(text)
})
