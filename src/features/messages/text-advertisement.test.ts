import { expect, test } from 'vitest'
import { isStopRequest, textAdvertisement } from './text-advertisement.ts'

const advertiser = { name: 'בית מרווח', contact: '03-0000000' }

test('a text advertisement starts with the required label, names the advertiser and explains how to opt out', () => {
  expect(textAdvertisement('מפגש פתוח ביום ג׳', 'whatsapp', advertiser)).toBe(
    'פרסומת | מפגש פתוח ביום ג׳\n\nבית מרווח, 03-0000000\nלהסרה: השיבו ״הסר״',
  )
})

test('the required label is not repeated', () => {
  expect(textAdvertisement('פרסומת: מפגש', 'whatsapp', advertiser)).toMatch(/^פרסומת: מפגש\n/)
})

test('a text with all required parts is not changed, and a word that contains the keyword is not an opt-out', () => {
  const complete = 'פרסומת: מפגש של בית מרווח. להסרה: השיבו ״הסר״'
  expect(textAdvertisement(complete, 'whatsapp', advertiser)).toBe(complete)
  expect(textAdvertisement('פרסומת: הסרטון של בית מרווח', 'whatsapp', advertiser)).toMatch(/\nלהסרה: השיבו ״הסר״$/)
})

test('an SMS also shows contact details, because its sender may not accept replies', () => {
  expect(textAdvertisement('מפגש', 'sms', advertiser)).toMatch(/להסרה: השיבו ״הסר״ או פנו אל 03-0000000$/)
})

test.each([
  'הסר',
  ' ״הסר״ ',
  'הסר.',
  'הסירו אותי!',
  'STOP',
  'Stop promotions',
  'הסר\n',
  'נא להסיר',
  'הסר בבקשה, תודה',
  'תסירו אותי מהרשימה',
])('%j opts out of advertising', (text) => expect(isStopRequest(text)).toBe(true))

test.each(['אפשר להסיר את הפגישה של מחר?', 'הסרט היה טוב', 'תודה', "don't stop", '', '👍'])(
  '%j is an ordinary reply',
  (text) => expect(isStopRequest(text)).toBe(false),
)
