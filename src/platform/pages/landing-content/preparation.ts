import { block } from '../content/block.ts'
import type { DefaultPage } from '../pages.ts'

export const preparation: DefaultPage = {
  path: '/preparation',
  label: 'הכנה לשיחה',
  blocks: [
    block('opening', 'opening', {
      eyebrow: 'לפני השיחה',
      title: 'חמש דקות הכנה לפני שנפגשים',
      lead: 'חמש שאלות, בלי תשובות נכונות. אפשר לחשוב עליהן בדרך, ואפשר לכתוב כמה מילים על דף.',
    }),
    block('list', 'steps', {
      title: 'על מה כדאי לחשוב מראש',
      list: [
        {
          title: 'מה הייתם רוצים שישתנה בעוד חצי שנה?',
          text: 'דבר אחד מספיק: שקט בסוף החודש, תוכנית לחובות, שיחה בלי ויכוח.',
        },
        { title: 'מה כבר ניסיתם?', text: 'גם מה שלא החזיק. זה אומר לנו במה לא להתחיל.' },
        { title: 'מה הכי מטריד כרגע?', text: 'הדבר שחוזר לראש בלילה, גם אם הוא נראה קטן.' },
        { title: 'מי עוד צריך להיות בשיחה?', text: 'כשמחליטים יחד, כדאי גם לשמוע יחד.' },
        { title: 'כמה נכנס וכמה יוצא?', text: 'אם יש, הכינו סכום משוער של הכנסה והוצאה חודשית. הערכה גסה מספיקה.' },
      ],
      note: '',
      look: 'list',
    }),
    block('closing', 'closing', {
      title: 'עוד לא קבעתם?',
      text: 'שיחת ההיכרות היא 25 דקות, ללא עלות.',
      action: { words: 'לשיחת היכרות', href: '/book-a-call' },
      second: { words: 'להורדת המדריך ״שיחת כסף ראשונה״', href: '/lead/sihat-kesef' },
      picture: 'none',
    }),
  ],
}
