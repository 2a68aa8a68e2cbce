// Template of an event sign-up form.
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { emailField, nameField, newsletterField, phoneField } from './person-fields.ts'

export const eventSignupDefinition: FormDefinition = {
  format: 1,
  title: 'הרשמה לאירוע',
  intro: 'כאן כותבים מתי, איפה ולמי האירוע מתאים.',
  minutes: 1,
  mode: 'classic',
  submitLabel: 'להרשמה',
  dimensions: [],
  computed: [],
  pages: [
    {
      key: 'signup',
      jumps: [],
      groups: [
        {
          key: 'person',
          fields: [
            nameField,
            emailField,
            phoneField,
            { kind: 'number', key: 'seats', label: 'כמה מקומות?', whole: true, least: 1, most: 4, required: true },
            { kind: 'yes_no', key: 'needs', label: 'האם נדרשת התאמת נגישות?' },
            {
              kind: 'text',
              key: 'which_needs',
              label: 'איזו התאמה?',
              showIf: { field: 'needs', has: 'yes' },
            },
            newsletterField,
          ],
        },
      ],
    },
  ],
  endings: [{ key: 'thanks', title: 'נרשמתם, {{full_name}}', text: 'לפני האירוע נשלח את הפרטים לדוא״ל שכתבתם.' }],
}
