// What a message template may say about a form that was filled in. Answers are not among it: each field is one line, and answers can be sensitive.
import type { MergeContext } from '#platform/merge-fields/merge-fields.ts'

export const formMergeContext: MergeContext = {
  label: 'טופס שמולא',
  fields: [{ name: 'שם_טופס', label: 'שם הטופס', group: 'טופס', kind: 'text', sample: 'שאלון היכרות' }],
  valuesOf: ({ title }) => ({ שם_טופס: title }),
}
