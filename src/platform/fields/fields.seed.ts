// Custom fields of the demo business. Demo contacts hold values of the first.
import type { CustomFieldDef } from './fields.ts'

type SeedField = Pick<CustomFieldDef, 'entity' | 'key' | 'label' | 'type' | 'options' | 'position' | 'is_demo'>

export const demoFields = (): SeedField[] => [
  { entity: 'contact', key: 'city', label: 'עיר', type: 'text', options: [], position: 1, is_demo: true },
  {
    entity: 'contact',
    key: 'goal',
    label: 'מה הכי חשוב עכשיו',
    type: 'select',
    options: [
      { id: 'breathe', label: 'לסיים את החודש בפלוס' },
      { id: 'debts', label: 'לסגור הלוואות' },
      { id: 'home', label: 'להגיע לדירה' },
      { id: 'calm', label: 'לדבר על כסף בלי לריב' },
    ],
    position: 2,
    is_demo: true,
  },
  {
    entity: 'opportunity',
    key: 'decides_with',
    label: 'מי שותפים להחלטה',
    type: 'text',
    options: [],
    position: 1,
    is_demo: true,
  },
]
