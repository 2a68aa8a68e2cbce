// A form of one page with no question yet.
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
