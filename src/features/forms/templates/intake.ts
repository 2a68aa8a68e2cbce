// Template of an intake form for the first meeting. The demo publishes it.
import { FormDefinition } from '#platform/forms/definition/definition-schema.ts'

const worries = [
  ['overdraft', 'המינוס בבנק'],
  ['loans', 'הלוואות והחזרים'],
  ['plan', 'אין לנו תוכנית'],
  ['couple', 'קשה לדבר על כסף בבית'],
  ['future', 'חיסכון ופנסיה'],
].map(([key, label]) => ({ key, label }))

export const intakeDefinition = FormDefinition.parse({
  format: 1,
  title: 'שאלון היכרות',
  intro: 'כמה שאלות לפני שנפגשים, כדי שנגיע מוכנים. אפשר לעצור באמצע ולהמשיך אחר כך מאותו מקום.',
  minutes: 6,
  mode: 'classic',
  submitLabel: 'לשליחת השאלון',
  pages: [
    {
      key: 'who',
      title: 'איך קוראים לכם',
      groups: [
        {
          key: 'person',
          fields: [
            { kind: 'text', key: 'full_name', label: 'שם מלא', format: 'name', required: true, prefill: 'name', saving: { to: 'contact.full_name', policy: 'keep' } }, // prettier-ignore
            { kind: 'phone', key: 'phone', label: 'טלפון', required: true, prefill: 'phone', saving: { to: 'contact.phone', policy: 'keep' } }, // prettier-ignore
            { kind: 'email', key: 'email', label: 'דוא״ל', prefill: 'email', saving: { to: 'contact.email', policy: 'keep' } }, // prettier-ignore
            { kind: 'single', key: 'when', label: 'מתי נוח לדבר?', options: [{ key: 'morning', label: 'בבוקר' }, { key: 'noon', label: 'בצהריים' }, { key: 'evening', label: 'בערב' }] }, // prettier-ignore
          ],
        },
      ],
    },
    {
      key: 'home',
      title: 'הבית שלכם, {{full_name}}',
      groups: [
        {
          key: 'family',
          fields: [
            { kind: 'yes_no', key: 'couple', label: 'האם אתם מנהלים את הבית בזוג?', required: true },
            { kind: 'text', key: 'partner', label: 'שם בן או בת הזוג', format: 'name', showIf: { field: 'couple', has: 'yes' } }, // prettier-ignore
            { kind: 'number', key: 'children', label: 'כמה ילדים בבית?', whole: true, least: 0, most: 20 },
            { kind: 'address', key: 'address', label: 'כתובת', help: 'רק אם נפגשים אצלכם', saving: { to: 'household.address', policy: 'if_empty' } }, // prettier-ignore
          ],
        },
      ],
    },
    {
      key: 'money',
      title: 'התמונה הכלכלית',
      text: 'סכומים בערך מספיקים. התשובות בעמוד הזה נשמרות מוצפנות.',
      groups: [
        {
          key: 'month',
          fields: [
            { kind: 'money', key: 'income', label: 'הכנסה חודשית נטו של הבית', sensitive: true },
            { kind: 'money', key: 'spending', label: 'הוצאה חודשית, בערך', sensitive: true },
            { kind: 'calculated', key: 'left', label: 'נשאר בסוף חודש', computed: 'balance', showIf: { all: [{ field: 'income', is: 'answered' }, { field: 'spending', is: 'answered' }] } }, // prettier-ignore
            { kind: 'yes_no', key: 'has_loans', label: 'האם יש הלוואות, מלבד משכנתה?' },
            { kind: 'table', key: 'loans', label: 'ההלוואות', most: 4, sensitive: true, showIf: { field: 'has_loans', has: 'yes' }, columns: [{ key: 'lender', label: 'למי', kind: 'text' }, { key: 'left', label: 'יתרה', kind: 'money' }] }, // prettier-ignore
            { kind: 'multi', key: 'worries', label: 'מה הכי מטריד עכשיו?', options: worries, other: true, most: 3 },
            { kind: 'scale', key: 'calm', label: 'כמה רגוע לכם סביב כסף?', from: 1, to: 5, lowLabel: 'בכלל לא', highLabel: 'מאוד' }, // prettier-ignore
          ],
        },
      ],
    },
    {
      key: 'last',
      title: 'לפני ששולחים',
      groups: [
        {
          key: 'end',
          fields: [
            { kind: 'long_text', key: 'wish', label: 'מה תרצו שישתנה בעוד חצי שנה?' },
            { kind: 'consent', key: 'news', label: 'עדכונים', purpose: 'marketing' },
            { kind: 'file', key: 'paper', label: 'מסמך שכדאי שנראה', help: 'דף חשבון, תלוש או טבלה שכבר יש לכם' },
          ],
        },
      ],
    },
  ],
  computed: [
    {
      key: 'balance',
      label: 'נשאר בסוף חודש',
      as: 'money',
      value: { op: 'minus', left: { field: 'income' }, right: { field: 'spending' } },
    },
  ],
  endings: [
    {
      key: 'minus',
      if: { value: { computed: 'balance' }, is: 'less', than: 0 },
      title: 'תודה, {{full_name}}. קיבלנו',
      text: 'החודש נגמר בחוסר, ויש מה לעשות בעניין. נחזור אליכם ביום העבודה הקרוב, ואפשר כבר לקבוע שיחה.',
      button: { label: 'לקביעת שיחת היכרות', href: '/book-a-call' },
    },
    { key: 'thanks', title: 'תודה, {{full_name}}. קיבלנו', text: 'נעבור על התשובות לפני שנפגשים.' },
  ],
})
