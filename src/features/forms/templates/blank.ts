// A form with one page and no questions.
import type { FormDefinition } from '#platform/forms/definition/definition-schema.ts'

export const blankDefinition = (title: string): FormDefinition => ({
  format: 1,
  title,
  mode: 'classic',
  dimensions: [],
  pages: [{ key: 'page_1', groups: [{ key: 'group_1', fields: [] }], jumps: [] }],
  computed: [],
  endings: [{ key: 'thanks', title: 'תודה, קיבלנו' }],
})
