import { block } from '../content/block.ts'
import type { DefaultPage } from '../pages.ts'

export const fiscalFitness: DefaultPage = {
  path: '/fiscal-fitness',
  label: 'כושר פיננסי',
  blocks: [
    block('opening', 'opening', {
      eyebrow: 'תוכנית ללא עלות',
      title: 'כושר פיננסי: תוכנית אימון לחשבון שלכם',
      lead: 'ארבעה שבועות, שלושה ״אימונים״ קצרים בשבוע. מתחילים בחימום ומסיימים בשגרה.',
      picture: 'calendar',
    }),
    block('weeks', 'steps', {
      title: 'ארבעה שבועות',
      lead: 'בכל שבוע שלושה אימונים של עשר דקות. כולם כאן, ואפשר להתחיל היום.',
      list: [
        {
          title: 'חימום – תמונת מצב',
          text: 'רושמים את כל החשבונות והכרטיסים. מסמנים מה נכנס בחודש האחרון. מסמנים מה יצא.',
        },
        {
          title: 'כוח – תקציב',
          text: 'מחלקים את ההוצאות לקבועות, משתנות, שנתיות ועתיד. מחשבים ממוצע לכל סעיף. בוחרים סעיף אחד שיזוז.',
        },
        {
          title: 'סיבולת – הוצאות שנתיות',
          text: 'כותבים את כל מה שקורה פעם בשנה. מחלקים בשתים־עשרה. קובעים העברה חודשית לחשבון נפרד.',
        },
        {
          title: 'גמישות – קרן חירום',
          text: 'קובעים סכום ראשון שאפשר להגיע אליו. מחליטים מה נחשב חירום ומה לא. קובעים יום קבוע להעברה.',
        },
      ],
      note: 'כדאי לקבוע ביומן את שלושת הימים מראש, כמו אימון רגיל.',
      look: 'list',
      ground: 'plain',
    }),
    block('team', 'team', { title: 'נעים להכיר', more: 'הסיפור שלנו', ground: 'tint' }),
    block('closing', 'closing', {
      title: 'כשמתאמנים יחד, מתקדמים יותר',
      text: 'אם תרצו שמישהו יעבור אתכם על התמונה, שיחת ההיכרות היא ללא עלות.',
      action: { words: 'לשיחת היכרות', href: '/book-a-call' },
      second: { words: 'לשאלון השלב הכלכלי (3 דקות)', href: '/financial_stage' },
      picture: 'none',
      ground: 'plain',
    }),
  ],
}
