import type { DefaultPage } from '../pages.ts'
import { block } from './block.ts'

export const about: DefaultPage = {
  path: '/about',
  label: 'אודות',
  blocks: [
    block('opening', 'opening', {
      eyebrow: 'אודות {{businessName}}',
      title: 'הבית הוא המקום שבו כסף פוגש את החיים',
      lead: '{{businessName}} מלווה משפחות בדרך מהתנהלות של כיבוי שריפות להתנהלות שיש בה תוכנית, שפה משותפת ושקט.',
    }),
    block('people', 'people', { title: 'מי מלווים אתכם', list: [], ground: 'tint' }),
    block('story', 'split', {
      title: 'הסיפור',
      text: 'רוב האנשים לומדים לנהל כסף לבד, תוך כדי תנועה, וברגעים הכי פחות נוחים. לא מלמדים את זה בבית הספר, ובבית לא תמיד דיברו על זה.\n\nהתחלנו משאלה פשוטה: מה היה קורה אם לכל משפחה היה חצי שנה של ליווי צמוד, בקצב שלה, עם כלים שנשארים?\n\nמכאן נולד תהליך בן שישה שלבים. הוא מתחיל בהקשבה, עובר דרך מספרים, ומסתיים בהרגלים.',
      picture: 'table',
    }),
    block('beliefs', 'points', {
      title: 'במה אנחנו מאמינים',
      list: [
        { title: 'בהירות לפני חיסכון', text: 'כשרואים את התמונה, מחליטים טוב יותר.' },
        { title: 'כבוד', text: 'אין ״הוצאה מטופשת״. יש הוצאה שלא משרתת את מה שחשוב לכם.' },
        { title: 'צעדים קטנים', text: 'שינוי אחד שמחזיק שנה שווה יותר מעשרה שמחזיקים שבוע.' },
        { title: 'שקיפות', text: 'אין לנו עמלות ממוצרים פיננסיים, ואנחנו לא מוכרים מוצרים כאלה.' },
        { title: 'גבולות מקצועיים', text: 'כשנדרשים בעלי רישיון, נגיד זאת ונכין אתכם לפגישה.' },
      ],
      ground: 'plain',
    }),
    block('limits', 'quote', {
      text: 'איננו בנק, סוכנות ביטוח, יועצי השקעות, יועצים פנסיוניים או משרד עורכי דין.',
      ground: 'tint',
    }),
    block('details', 'details', { title: 'פרטי העסק', ground: 'plain' }),
    block('closing', 'closing', {
      title: 'הצעד הראשון הוא שיחה',
      text: 'נכיר, נקשיב, ונגיד ביושר אם אנחנו הכתובת הנכונה.',
      action: { words: 'לשיחת היכרות', href: '/book-a-call' },
      second: { words: 'לשאלון השלב הכלכלי (3 דקות)', href: '/financial_stage' },
      picture: 'meeting',
    }),
  ],
}
