import type { Block } from '../pages.ts'
import { block } from './block.ts'

/** What the page of a new product says until somebody writes it. Price, places and the way to join come from the product itself. */
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
