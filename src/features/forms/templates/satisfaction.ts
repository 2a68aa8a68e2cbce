// Template of a satisfaction survey.
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'

export const satisfactionDefinition: FormDefinition = {
  format: 1,
  title: 'איך היה לכם?',
  intro: 'שלוש שאלות קצרות. התשובות עוזרות לנו להשתפר.',
  minutes: 2,
  mode: 'one_question',
  submitLabel: 'לשליחה',
  dimensions: [],
  computed: [],
  pages: [
    {
      key: 'survey',
      jumps: [],
      groups: [
        {
          key: 'questions',
          fields: [
            { kind: 'rating', key: 'stars', label: 'עד כמה הייתם מרוצים?', most: 5, required: true },
            {
              kind: 'long_text',
              key: 'missing',
              label: 'מה היה חסר לכם?',
              showIf: { value: { field: 'stars' }, is: 'at_most', than: 3 },
            },
            {
              kind: 'scale',
              key: 'recommend',
              label: 'עד כמה סביר שתמליצו עלינו?',
              from: 0,
              to: 10,
              lowLabel: 'לא סביר',
              highLabel: 'סביר מאוד',
            },
            { kind: 'long_text', key: 'words', label: 'במילים שלכם: מה עזר לכם?' },
            { kind: 'text', key: 'name', label: 'שם', help: 'רק אם תרצו שנדע ממי', format: 'name' },
          ],
        },
      ],
    },
  ],
  endings: [{ key: 'thanks', title: 'תודה, קראנו כל מילה', text: 'אם ביקשתם שנחזור אליכם, נחזור בימים הקרובים.' }],
}
