import { expect, test } from 'vitest'
import { fillMessage } from './fill-message.ts'

const subject = (text: string, firstName = 'נועה') =>
  fillMessage(
    { subject: text, preheader: '', blocks: [] },
    { values: new Map([['firstName', firstName]]), form: 'plural' },
  ).content.subject

test('the subject starts with exactly one advertising label and stays on one line', () => {
  expect(subject('שלוש שאלות')).toBe('פרסומת | שלוש שאלות')
  expect(subject('פרסומת | שלוש שאלות')).toBe('פרסומת | שלוש שאלות')
  expect(subject('{{firstName}}', 'א\r\nBcc: x')).toBe('פרסומת | א Bcc: x')
})

test('a block is shown only to recipients who match its condition', () => {
  const blocks = [{ kind: 'text' as const, text: 'לוותיקים', when: 'תגית=ותיקים' }]
  const shownTo = (tags: string[]) =>
    fillMessage({ subject: 'א', preheader: '', blocks }, { values: new Map([['תגית', tags]]), form: 'm' }).content
      .blocks
  expect([shownTo(['ותיקים']).length, shownTo([]).length]).toEqual([1, 0])
})
