import { expect, test } from 'vitest'
import { defaultTemplates } from './default-templates.ts'
import { EmailText, emailKinds, emailTemplates, emailTokens, fillTemplate, validFor } from './email-templates.ts'

const values = {
  email: 'noa@example.com',
  newEmail: 'noa.new@example.com',
  businessName: 'בית מרווח',
  validFor: 'לשעה',
  firstName: 'נועה',
  ticketNumber: '1001',
  date: 'יום שלישי, 24 בנובמבר 2026',
  time: '18:00',
}

test('every kind has a Hebrew default text that contains only known tokens', () => {
  for (const kind of emailKinds) {
    const template = defaultTemplates[kind]
    const row = EmailText.safeParse({
      ...template,
      blocks: [],
      kind,
      updated_at: new Date(0).toISOString(),
      version: 1,
    })
    expect(row.error).toBeUndefined()
    const { blocks, ...filled } = fillTemplate(template, values)
    expect(blocks).toBeUndefined()
    const all = Object.values(filled).join('\n')
    expect(all).not.toMatch(/[{}]|undefined/)
    expect(filled.subject).toMatch(/[א-ת]/)
    expect(template.button !== null).toBe(emailTemplates[kind].hasLink)
    const used = JSON.stringify(template).match(/(?<=\{\{)\w+(?=\}\})/g) ?? []
    expect(used.filter((token) => !emailTemplates[kind].tokens.some((known) => known === token))).toEqual([])
  }
  const used = new Set(JSON.stringify(defaultTemplates).match(/(?<=\{\{)\w+(?=\}\})/g))
  expect([...used].sort()).toEqual(Object.keys(emailTokens).sort())
})

test('a value can neither add a line to the subject nor change its direction, and is not expanded twice', () => {
  const name = 'A\r\nBcc: others@example.com\u202e {{email}}'
  const { subject, body } = fillTemplate(
    { ...defaultTemplates.confirm_signup, subject: 'ברוכים הבאים ל{{businessName}}', body: 'שורה\n\n{{businessName}}' },
    { ...values, businessName: name },
  )
  expect(subject).toBe('ברוכים הבאים לA Bcc: others@example.com {{email}}')
  expect(body).toContain('{{email}}')
})

test('a URL that a visitor enters as a first name is not linked', () => {
  const { body } = fillTemplate(defaultTemplates.cancellation_received, {
    ...values,
    firstName: 'https://elsewhere.example/win',
  })
  expect(body).toContain('שלום https elsewhere example win,')
})

test.each([
  [60, 'לדקה'],
  [120, 'לשתי דקות'],
  [900, 'ל־15 דקות'],
  [3600, 'לשעה'],
  [7200, 'לשעתיים'],
  [86_400, 'ל־24 שעות'],
  [172_800, 'ליומיים'],
  [604_800, 'ל־7 ימים'],
])('a validity of %i seconds is formatted as %s', (seconds, expected) => {
  expect(validFor(seconds)).toBe(expected)
})
