import type { DefaultPage } from '../pages.ts'
import { block } from './block.ts'

export const personalCoaching: DefaultPage = {
  path: '/product',
  label: 'ליווי משפחתי',
  blocks: [
    block('opening', 'opening', {
      eyebrow: 'ליווי משפחתי',
      title: 'ליווי כלכלי למשפחה',
      lead: 'חצי שנה, שתים־עשרה פגישות, תוכנית אחת שמחזיקה גם אחרי שהליווי נגמר.',
      product: 'livui-mishpachti',
      action: { words: 'לשיחת היכרות', href: '/book-a-call' },
      second: { words: 'לכל המסלולים והמחירים', href: '/pricing' },
      picture: 'meeting',
    }),
    block('included', 'columns', {
      title: 'מה כולל הליווי',
      list: [
        {
          title: 'כלול',
          look: 'yes',
          lines: [
            '12 פגישות של 60 דקות בווידאו או פנים אל פנים',
            'שיקוף מלא של הכנסות, הוצאות, חובות, ביטוחים וחיסכון',
            'תקציב חודשי ושנתי שנבנה יחד',
            'אזור אישי עם שלבים, משימות ומסמכים',
            'מענה בכתב בין הפגישות, עד שני ימי עסקים',
            'סיכום כתוב אחרי כל פגישה',
          ],
        },
        {
          title: 'לא כלול',
          look: 'no',
          lines: [
            'ייעוץ השקעות',
            'ייעוץ או שיווק פנסיוני',
            'ייעוץ מס וייעוץ משפטי',
            'בנושאים אלה נכין אתכם לפגישה עם בעלי רישיון',
          ],
        },
        {
          title: 'מה נדרש מכם',
          look: 'plain',
          lines: [
            'כ־15 דקות בשבוע לרישום ולמשימות',
            'נכונות לפתוח נתונים, בקצב שלכם',
            'השתתפות של כל מי שמנהלים את הכסף בבית',
          ],
        },
      ],
      ground: 'plain',
    }),
    block('milestones', 'milestones', {
      title: 'מה כבר יהיה לכם ביד',
      list: [
        { when: 'אחרי חודש', text: 'יודעים כמה עולה חודש, ויש תקציב ראשון.' },
        { when: 'אחרי שלושה חודשים', text: 'תקציב מאוזן או תוכנית לאיזון, ולוח סילוק חובות.' },
        { when: 'אחרי שישה חודשים', text: 'הרגל קבוע, קרן חירום בבנייה, ורשימת החלטות לשנה הקרובה.' },
      ],
      note: 'משך התהליך והתוצאות משתנים ממשפחה למשפחה ותלויים בנתונים ובהתמדה. אין התחייבות לתוצאה.',
      ground: 'tint',
    }),
    block('voices', 'voices', { title: 'מה מספרים אחרי הליווי', note: '', more: 'לכל ההמלצות', ground: 'plain' }),
    block('closing', 'closing', {
      title: 'מתחילים בשיחת היכרות',
      text: 'השיחה ללא עלות וללא התחייבות. נכיר, נקשיב, ונגיד ביושר אם אנחנו הכתובת הנכונה.',
      action: { words: 'לשיחת היכרות', href: '/book-a-call' },
      second: { words: 'יצירת קשר', href: '/contact' },
      picture: 'path',
      ground: 'tint',
    }),
  ],
}
