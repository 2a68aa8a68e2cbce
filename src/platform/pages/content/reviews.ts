import type { DefaultPage } from '../pages.ts'
import { block } from './block.ts'

export const reviews: DefaultPage = {
  path: '/reviews',
  label: 'המלצות',
  blocks: [
    block('opening', 'opening', {
      eyebrow: 'משפחות מספרות',
      title: 'מה משתנה אחרי הליווי',
      lead: 'ההמלצות מתפרסמות בהסכמה. חוויות ותוצאות משתנות ממשפחה למשפחה.',
    }),
    block('closing', 'closing', {
      title: 'הצעד הראשון הוא שיחה',
      text: 'נכיר, נקשיב, ונגיד ביושר אם אנחנו הכתובת הנכונה.',
      action: { words: 'לשיחת היכרות', href: '/book-a-call' },
      second: { words: 'להורדת המדריך ״שיחת כסף ראשונה״', href: '/lead/sihat-kesef' },
      picture: 'none',
    }),
  ],
}
