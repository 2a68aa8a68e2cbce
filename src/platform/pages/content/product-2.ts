import type { DefaultPage } from '../pages.ts'
import { block } from './block.ts'

export const digitalProgramme: DefaultPage = {
  path: '/product-2',
  label: 'תוכנית דיגיטלית',
  blocks: [
    block('opening', 'opening', {
      eyebrow: 'תוכנית דיגיטלית',
      title: '{{productName}}: שמונה שבועות לתקציב שעובד',
      lead: 'תוכנית דיגיטלית מודרכת: שיעור קצר בשבוע, גיליון עבודה אחד ומפגש שאלות ותשובות קבוצתי.',
      product: 'bayit-meuzan',
      action: { words: 'להצטרפות לתוכנית', href: '/bayit-meuzan' },
      second: { words: 'לכל המסלולים והמחירים', href: '/pricing' },
      picture: 'laptop',
    }),
    block('weeks', 'steps', {
      title: 'מסלול השבועות',
      list: [
        { title: 'תמונת מצב', text: 'מה אוספים ואיפה מוצאים את זה.' },
        { title: 'לאן הולך הכסף', text: 'סיווג הוצאות בלי להשתגע.' },
        { title: 'תקציב ראשון', text: 'ארבעה סעיפים שמחליטים על הכול.' },
        { title: 'הוצאות שנתיות', text: 'איך ביטוח רכב מפסיק להפתיע.' },
        { title: 'חובות', text: 'לרכז, לתעדף, לדבר עם הבנק.' },
        { title: 'קרן חירום', text: 'כמה, איפה ומתי.' },
        { title: 'שיחת כסף בבית', text: 'תסריט ל־20 דקות.' },
        { title: 'תוכנית לשנה', text: 'יעדים, תאריכים ומעקב.' },
      ],
      ground: 'tint',
    }),
    block('included', 'columns', {
      title: 'מה כוללת התוכנית',
      list: [
        {
          title: 'כלול',
          look: 'yes',
          lines: [
            'שמונה שבועות, נושא אחד בכל שבוע',
            'גיליון עבודה אחד שמלווה את כל התוכנית',
            'מפגשי שאלות ותשובות בקבוצה',
            '{{כשיש שיעורים מקוונים}}השיעור הראשון וגיליון השיקוף, מיד עם ההצטרפות',
            'אזור אישי עם מעקב התקדמות',
          ],
        },
        {
          title: 'לא כלול',
          look: 'no',
          lines: ['פגישות אישיות', 'ייעוץ השקעות', 'ייעוץ או שיווק פנסיוני', 'ייעוץ מס וייעוץ משפטי'],
        },
        {
          title: 'מה נדרש מכם',
          look: 'plain',
          lines: ['שיעור קצר ומשימה אחת בשבוע', 'נכונות לפתוח נתונים, בקצב שלכם'],
        },
      ],
      ground: 'plain',
    }),
    block('voices', 'voices', { title: 'מה מספרות משפחות', topic: 'הרגלים', more: 'לכל ההמלצות', ground: 'tint' }),
    block('team', 'team', { title: 'מי מלמדים', more: 'הסיפור שלנו', ground: 'plain' }),
    block('cancelling', 'paragraphs', {
      title: 'ביטול',
      text: 'אפשר לבטל עסקה בתוך 14 ימים בהתאם לחוק הגנת הצרכן. [פרטים וביטול מקוון](/terms#cancellation).',
      ground: 'plain',
    }),
    block('closing', 'closing', {
      title: 'שיעור אחד בשבוע, בקצב שלכם',
      text: 'לא בטוחים שזה המסלול הנכון? נשמח לדבר.',
      action: { words: 'להצטרפות לתוכנית', href: '/bayit-meuzan' },
      second: { words: 'לשיחת היכרות', href: '/book-a-call' },
      picture: 'hills',
      ground: 'tint',
    }),
  ],
}
