import { block } from '../content/block.ts'
import type { DefaultPage } from '../pages.ts'

export const bookACall: DefaultPage = {
  path: '/book-a-call',
  label: 'שיחת היכרות',
  blocks: [
    block('opening', 'opening', {
      eyebrow: 'ללא עלות וללא התחייבות',
      title: 'שיחת היכרות, 25 דקות',
      lead: 'נשמע מה מטריד, נסביר איך אנחנו עובדים, ונגיד ביושר אם זה מתאים.',
      picture: 'call',
    }),
    block('inside', 'points', {
      title: 'מה קורה בשיחה',
      list: [
        { title: 'מקשיבים', text: 'מה מטריד עכשיו, ומה הייתם רוצים שישתנה. לא צריך להכין מסמכים.' },
        { title: 'מסבירים', text: 'איך נראה ליווי, כמה זמן הוא לוקח, וכמה הוא עולה.' },
        { title: 'אומרים ביושר', text: 'אם מתאים לכם משהו אחר, נגיד זאת, וגם למי כדאי לפנות.' },
      ],
      action: { words: 'חמש דקות הכנה לפני השיחה', href: '/preparation' },
      ground: 'tint',
    }),
    block('team', 'team', { title: 'מי מחכים לכם בשיחה', more: 'הסיפור שלנו', ground: 'plain' }),
  ],
}
