import { expect, test } from 'vitest'
import { parseQuickTask, type QuickTask } from './parse-quick-task.ts'

// A Sunday, at noon in Israel.
const now = new Date('2026-11-22T10:00:00Z')

const examples: [words: string, read: Partial<QuickTask>][] = [
  ['להתקשר לנועה מחר ב־10', { name: 'להתקשר לנועה', due_date: '2026-11-23', hour: '10:00', type: 'call' }],
  ['לשלוח סיכום', { name: 'לשלוח סיכום', due_date: null, hour: null, type: 'todo' }],
  [
    'לשלוח וואטסאפ לדור היום ב-16:30',
    { name: 'לשלוח וואטסאפ לדור', due_date: '2026-11-22', hour: '16:30', type: 'whatsapp' },
  ],
  [
    'פגישה עם רינת ביום שלישי בשעה 9',
    { name: 'פגישה עם רינת', due_date: '2026-11-24', hour: '09:00', type: 'meeting' },
  ],
  ['ביום ראשון לבדוק מסמכים', { name: 'לבדוק מסמכים', due_date: '2026-11-29' }],
  ['לבדוק מסמכים בשבת', { due_date: '2026-11-28' }],
  ['להתקשר ב־3', { due_date: '2026-11-22', hour: '15:00' }],
  ['להתקשר ב־3 בבוקר', { hour: '03:00' }],
  ['להתקשר ב־8 בערב', { hour: '20:00' }],
  ['לחדש ביטוח ב־1.12', { name: 'לחדש ביטוח', due_date: '2026-12-01', hour: null }],
  ['לחדש ביטוח 1.2', { due_date: '2027-02-01' }],
  ['לחדש ביטוח 31.2', { name: 'לחדש ביטוח 31.2', due_date: null }],
  ['לחדש ביטוח 5/3/2028', { due_date: '2028-03-05' }],
  ['לחדש ביטוח 15.12.27', { name: 'לחדש ביטוח', due_date: '2027-12-15' }],
  ['לחדש ביטוח ב־5/3/28', { name: 'לחדש ביטוח', due_date: '2028-03-05' }],
  ['לעבור לגרסה 1.2.3', { name: 'לעבור לגרסה 1.2.3', due_date: null }],
  ['מעקב בעוד שבועיים', { name: 'מעקב', due_date: '2026-12-06' }],
  ['מעקב בעוד 3 ימים', { due_date: '2026-11-25' }],
  ['מחרתיים', { name: 'מחרתיים', due_date: '2026-11-24' }],
  ['לקנות 3 מחברות', { name: 'לקנות 3 מחברות', due_date: null, hour: null }],
  ['להתקשר ב־27', { name: 'להתקשר ב־27', hour: null }],
]
for (const [text, read] of examples)
  test(`"${text}" is parsed`, () => {
    expect(parseQuickTask(text, now)).toMatchObject(read)
  })
