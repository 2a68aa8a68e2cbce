// Templates of new pages.
import type { Block, Layout } from '../pages.ts'
import { block } from './block.ts'

export type PageTemplate = {
  name: string
  label: string
  help: string
  layout: Layout
  blocks: (title: string) => Block[]
}

const call = { words: 'שיחת היכרות', href: '/book-a-call' }

export const pageTemplates: readonly PageTemplate[] = [
  {
    name: 'landing',
    label: 'עמוד נחיתה',
    help: 'הבטחה אחת, תמונה, מה מקבלים וטופס. בלי תפריט',
    layout: 'landing',
    blocks: (title) => [
      block('opening', 'opening', { title, lead: 'משפט או שניים: למי זה, ומה משתנה בסוף.', action: call }),
      block('shot', 'picture', {}),
      block('inside', 'points', {
        title: 'מה מקבלים',
        list: [
          { title: 'הדבר הראשון', text: 'במה זה עוזר בבית.' },
          { title: 'הדבר השני', text: 'במה זה עוזר בבית.' },
        ],
        ground: 'tint',
      }),
      block('contact', 'contact', {}),
    ],
  },
  {
    name: 'story',
    label: 'עמוד תוכן',
    help: 'כותרת, תמונה, פסקאות וצעד הבא',
    layout: 'site',
    blocks: (title) => [
      block('opening', 'opening', { title }),
      block('shot', 'picture', { width: 'text' }),
      block('text', 'paragraphs', {}),
      block('closing', 'closing', {}),
    ],
  },
  {
    name: 'event',
    label: 'סדנה או אירוע',
    help: 'מה, מתי, איפה, מי מנחים ואיך נרשמים',
    layout: 'site',
    blocks: (title) => [
      block('opening', 'opening', { title, lead: 'מתי, כמה זמן ולמי.', action: call }),
      block('facts', 'points', {
        title: 'הפרטים',
        list: [
          { title: 'מתי', text: 'יום, תאריך ושעה.' },
          { title: 'איפה', text: 'הכתובת, או קישור למפגש מקוון.' },
        ],
        ground: 'tint',
      }),
      block('people', 'people', { title: 'מי מנחים' }),
      block('map', 'map', {}),
      block('contact', 'contact', {}),
    ],
  },
  {
    name: 'empty',
    label: 'עמוד ריק',
    help: 'כותרת בלבד',
    layout: 'site',
    blocks: (title) => [block('opening', 'opening', { title })],
  },
]
