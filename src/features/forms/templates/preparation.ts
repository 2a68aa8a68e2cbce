// Template of a meeting preparation form.
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { emailField, nameField } from './person-fields.ts'

export const preparationDefinition: FormDefinition = {
  format: 1,
  title: 'הכנה לפגישה',
  intro: 'כמה דקות של הכנה, כדי שהפגישה תוקדש למה שחשוב לכם. אין תשובות נכונות, וסכומים בערך מספיקים.',
  minutes: 5,
  mode: 'classic',
  submitLabel: 'לשליחה לפני הפגישה',
  dimensions: [],
  computed: [],
  pages: [
    { key: 'who', title: 'מי ממלא', jumps: [], groups: [{ key: 'person', fields: [nameField, emailField] }] },
    {
      key: 'since',
      title: 'מאז שנפגשנו',
      jumps: [],
      groups: [
        {
          key: 'review',
          fields: [
            { kind: 'long_text', key: 'went_well', label: 'מה הצליח מאז הפגישה הקודמת?' },
            { kind: 'long_text', key: 'was_hard', label: 'מה היה קשה?' },
            {
              kind: 'multi',
              key: 'done',
              label: 'מה הספקתם לעשות?',
              options: [
                { key: 'budget', label: 'רישום הוצאות' },
                { key: 'talk', label: 'שיחה בבית על כסף' },
                { key: 'bank', label: 'בירור מול הבנק' },
                { key: 'nothing', label: 'עוד לא הספקנו', exclusive: true },
              ],
              other: true,
            },
          ],
        },
      ],
    },
    {
      key: 'next',
      title: 'הפגישה הקרובה',
      jumps: [],
      groups: [
        {
          key: 'topics',
          fields: [
            { kind: 'long_text', key: 'topic', label: 'על מה הכי חשוב לכם לדבר?', required: true },
            {
              kind: 'scale',
              key: 'mood',
              label: 'איך ההרגשה סביב הכסף השבוע?',
              from: 1,
              to: 5,
              lowLabel: 'קשה',
              highLabel: 'רגוע',
            },
            { kind: 'file', key: 'paper', label: 'מסמך שכדאי שנראה', help: 'דף חשבון, תלוש או טבלה' },
          ],
        },
      ],
    },
  ],
  endings: [{ key: 'thanks', title: 'תודה, {{full_name}}', text: 'נקרא לפני שנפגשים.' }],
}
