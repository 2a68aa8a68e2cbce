import type { DefaultPage } from '../pages.ts'
import { block } from './block.ts'

export const contact: DefaultPage = {
  path: '/contact',
  label: 'יצירת קשר',
  blocks: [
    block('opening', 'opening', {
      title: 'נשמח לשמוע מכם',
      lead: 'אפשר להשאיר פרטים ונחזור אליכם בתוך יום עסקים אחד.',
    }),
  ],
}
