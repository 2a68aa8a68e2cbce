import { expect, test } from 'vitest'
import { EmailAddress, lifecycleLabel, lifecycleNamed, PersonName } from './contacts.ts'
import { whatsappAddress } from '#lib/whatsapp.ts'
import { splitName } from '#lib/split-name.ts'

test.each([
  ['נועה לדוגמה', 'נועה', 'לדוגמה'],
  ['מאיה דוגמה-לוי', 'מאיה', 'דוגמה-לוי'],
  ['ד"ר מורן לדוגמה', 'ד"ר מורן', 'לדוגמה'],
  ['ד"ר לדוגמה', 'ד"ר', 'לדוגמה'],
  ['Dana Demo (דנה)', 'Dana', 'Demo (דנה)'],
  ['שָׂרָה', 'שָׂרָה', null],
])('the name %s is split into %s and %s', (whole, first_name, last_name) => {
  expect(splitName(whole)).toEqual({ first_name, last_name })
})

test('a name must be one line of two to eighty characters', () => {
  expect(PersonName.parse('  רווחים   כפולים  ')).toBe('רווחים כפולים')
  expect(PersonName.parse('👩‍👩‍👧 לדוגמה')).toBe('👩‍👩‍👧 לדוגמה')
  expect(PersonName.safeParse('א').success).toBe(false)
  expect(PersonName.safeParse('א'.repeat(80)).success).toBe(true)
  expect(PersonName.safeParse('א'.repeat(81)).success).toBe(false)
})

test('e-mail addresses are normalised, preserving dots', () => {
  expect(EmailAddress.parse(' Noa.L@Example.COM\u200f ')).toBe('noa.l@example.com')
  expect(EmailAddress.safeParse('noa@example').success).toBe(false)
})

test('the WhatsApp link contains the number without the plus sign, and the text unchanged', () => {
  expect(whatsappAddress('+972500000011', 'שלום נועה')).toBe(
    `https://wa.me/972500000011?text=${encodeURIComponent('שלום נועה')}`,
  )
})

test('a lifecycle label follows the gender form, and every form is parsed back', () => {
  expect(lifecycleLabel('client')).toBe('לקוח/ה')
  expect(lifecycleLabel('client', 'f')).toBe('לקוחה')
  expect(lifecycleLabel('lead', 'm')).toBe('מתעניין')
  expect(lifecycleLabel('past_client', 'plural')).toBe('לקוחות לשעבר')
  expect(['לקוח/ה לשעבר', 'לקוחה לשעבר', 'לקוחות לשעבר'].map(lifecycleNamed)).toEqual(Array(3).fill('past_client'))
  expect(lifecycleNamed('אחר')).toBeUndefined()
})
