import type { DefaultPage } from '../pages.ts'
import { block } from './block.ts'

export const pricing: DefaultPage = {
  path: '/pricing',
  label: 'מחירים',
  blocks: [
    block('opening', 'opening', {
      title: 'מחירים ברורים, בלי אותיות קטנות',
      lead: 'כל המחירים בשקלים חדשים וכוללים מע״מ בשיעור החוקי.',
    }),
    block('compare', 'compare', { title: 'מה כלול בכל מסלול' }),
    block('notes', 'points', {
      title: 'עוד שלושה דברים שכדאי לדעת',
      list: [
        { title: 'מתחילים בשיחה', text: 'ליווי משפחתי מתחיל תמיד בשיחת היכרות ללא עלות.' },
        { title: 'אפשר לעצור', text: 'אפשר לעצור ליווי חודשי בהודעה מראש של 14 ימים. אין קנס יציאה.' },
        { title: 'מחיר לבית, לא לאדם', text: 'שני בני הבית משתתפים באותו מחיר.' },
      ],
      ground: 'tint',
    }),
    block('questions', 'questions', {
      title: 'שאלות קצרות על מחיר',
      list: [
        { question: 'המחיר כולל מע״מ?', answer: 'כן.', home: false },
        {
          question: 'אפשר לשלם בתשלומים?',
          answer: 'כן, לפי הטבלה. {{כשיש תשלום מקוון}}העסקה מתבצעת בעמוד מאובטח של חברת הסליקה.',
          home: false,
        },
        { question: '{{כשיש חשבוניות}}מקבלים חשבונית?', answer: 'כן, חשבונית מס/קבלה נשלחת בדוא״ל.', home: false },
        {
          question: 'ומה אם זה לא מתאים?',
          answer: 'יש זכות ביטול לפי חוק. [פרטים וביטול מקוון](/terms#cancellation).',
          home: false,
        },
      ],
    }),
    block('closing', 'closing', {
      title: 'לא בטוחים מה מתאים?',
      text: 'בשיחה קצרה נבין מה מטריד, ונגיד ביושר איזה מסלול מתאים, ואם בכלל.',
      action: { words: 'לשיחת היכרות', href: '/book-a-call' },
      second: { words: 'לשאלון השלב הכלכלי (3 דקות)', href: '/financial_stage' },
      picture: 'jars',
    }),
  ],
}
