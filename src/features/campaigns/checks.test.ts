import { expect, test } from 'vitest'
import type { CampaignDraft } from './campaigns.ts'
import { mergeFieldsFor } from '#features/message-templates/message-templates.ts'
import { checksOf } from './checks.ts'

const good: CampaignDraft = {
  name: 'דיוור',
  subject: 'שלוש שאלות לפני הלוואה',
  preheader: 'וגם: פגישת כסף של עשרים דקות',
  blocks: [
    { kind: 'text', text: 'שלום {{firstName|חברים}}' },
    { kind: 'button', words: 'להמשך קריאה', to: '/blog' },
  ],
  list_ids: ['3f0c4f6a-6f5c-4c1e-9d2c-0d6c5f7a1b2c'],
  segments: [],
  lifecycles: [],
}
const business = { legal_name: 'חברה לדוגמה בע״מ', address: 'תל אביב', phone: null, email: 'info@example.com' }
const about = {
  people: 10,
  bytes: 20_000,
  business,
  hours: undefined,
  fields: mergeFieldsFor(null, []),
  now: new Date('2026-11-24T10:00:00+02:00'),
}

test('a complete message has no problems and no hints', () => {
  expect(checksOf(good, about)).toEqual([])
})

test.each<[string, Partial<CampaignDraft>, Partial<typeof about>, string]>([
  ['no subject', { subject: '  ' }, {}, 'חסר נושא'],
  ['no parts', { blocks: [] }, {}, 'ההודעה ריקה'],
  [
    'an empty block',
    { blocks: [...good.blocks, { kind: 'heading', text: ' ' }] },
    {},
    'החלק עוד לא מלא, או שהכתובת בו אינה תקינה בחלק 3',
  ],
  ['a script URL on a button', { blocks: [{ kind: 'button', words: 'א', to: 'javascript:alert(1)' }] }, {}, 'בחלק 1'],
  ['an unknown token', { subject: 'שלום {{name}}' }, {}, 'אין שדה כזה: {{name}} בנושא'],
  ['no audience chosen', { list_ids: [] }, {}, 'עוד לא נבחר'],
  ['an empty audience', {}, { people: 0 }, 'אין בקהל הזה'],
  ['a sender without a postal address', {}, { business: { ...business, address: '' } }, 'החוק דורש'],
  ['a message that mail clients clip', {}, { bytes: 100_001 }, 'גדולה מ־100'],
])('%s is a problem', (_, draft, more, message) => {
  const [first] = checksOf({ ...good, ...draft }, { ...about, ...more })
  expect(first?.kind).toBe('problem')
  expect(first?.text).toContain(message)
})

test.each<[string, Partial<CampaignDraft>, string]>([
  ['a long subject', { subject: 'א'.repeat(51) }, 'ארוך'],
  ['typical spam words', { subject: 'חינם רק היום' }, 'ספאם'],
  ['no preheader', { preheader: '' }, 'שורת תצוגה'],
  ['no call to action', { blocks: [{ kind: 'text', text: 'שלום' }] }, 'צעד אחד'],
])('%s is a hint', (_, draft, message) => {
  const checks = checksOf({ ...good, ...draft }, about)
  expect(checks.map(({ kind }) => kind)).toEqual(['hint'])
  expect(checks[0]!.text).toContain(message)
})
