// Merge fields of a submitted form for message templates. Answers are excluded: each merge field is one line, and
// answers can be sensitive.
import type { MergeContext } from '#platform/merge-fields/merge-fields.ts'

export const formMergeContext: MergeContext = {
  label: 'טופס שמולא',
  fields: [{ name: 'שם_טופס', label: 'שם הטופס', group: 'טופס', kind: 'text', sample: 'שאלון היכרות' }],
  valuesOf: ({ title }) => ({ שם_טופס: title }),
}
