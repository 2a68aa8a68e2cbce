import type { Block } from '../pages.ts'
import { block } from './block.ts'

/** The initial page of a new product. Price, seats and the call to action come from the product row. */
export const offerDraft = ({ name, slug }: { name: string; slug: string }): Block[] => [
  block('opening', 'opening', {
    title: name,
    lead: 'כאן כותבים בשני משפטים למי זה מתאים ומה משתנה בסוף.',
    product: slug,
  }),
  block('inside', 'points', {
    title: 'מה מקבלים',
    list: [{ title: 'הדבר הראשון', text: 'במה זה עוזר בבית.' }],
    ground: 'tint',
  }),
  block('questions', 'questions', {
    title: 'שאלות נפוצות',
    list: [{ question: 'מה כולל המחיר?', answer: 'כאן כותבים את התשובה.', home: false }],
  }),
]
