// A form with every saving policy, for the database tests of forms.

export const savedTo = (to: string, policy = 'keep') => ({ saving: { to, policy } })
export const sampleFields = {
  name: {
    kind: 'text',
    key: 'name',
    label: 'שם',
    format: 'name',
    required: true,
    ...savedTo('contact.full_name', 'overwrite'),
  },
  phone: { kind: 'phone', key: 'phone', label: 'טלפון', required: true, ...savedTo('contact.phone') },
  email: { kind: 'email', key: 'email', label: 'דוא״ל', ...savedTo('contact.email') },
  news: { kind: 'consent', key: 'news', label: 'עדכונים', purpose: 'marketing' },
  couple: { kind: 'yes_no', key: 'couple', label: 'בזוג?' },
  partner: { kind: 'text', key: 'partner', label: 'שם', required: true, showIf: { field: 'couple', has: 'yes' } },
  income: {
    kind: 'money',
    key: 'income',
    label: 'הכנסה',
    sensitive: true,
    ...savedTo('contact.custom.income', 'if_empty'),
  },
  goal: { kind: 'text', key: 'goal', label: 'מטרה', ...savedTo('opportunity.custom.goal', 'overwrite') },
  birth: { kind: 'date', key: 'birth', label: 'תאריך לידה', ...savedTo('contact.birth_date', 'if_empty') },
  address: { kind: 'address', key: 'address', label: 'כתובת', ...savedTo('household.address', 'if_empty') },
  calm: { kind: 'scale', key: 'calm', label: 'רוגע', from: 1, to: 5, isScored: true },
  paper: { kind: 'file', key: 'paper', label: 'מסמך' },
}
export const sampleForm = {
  format: 1,
  title: 'טופס בדיקה',
  mode: 'classic',
  pages: [
    {
      key: 'who',
      groups: [
        { key: 'person', fields: [sampleFields.name, sampleFields.phone, sampleFields.email, sampleFields.news] },
      ],
    },
    {
      key: 'more',
      groups: [{ key: 'home', fields: [sampleFields.couple, sampleFields.partner, sampleFields.income, sampleFields.goal, sampleFields.birth, sampleFields.address, sampleFields.calm, sampleFields.paper] }], // prettier-ignore
    },
  ],
  endings: [
    {
      key: 'calm',
      if: { value: { field: 'calm' }, is: 'at_least', than: 4 },
      title: 'תודה, {{name}}',
      showsScore: true,
    },
    { key: 'thanks', title: 'תודה' },
  ],
}
