import type { DefaultPage } from '../pages.ts'
import { block } from './block.ts'

export const singleMeeting: DefaultPage = {
  path: '/product-3',
  label: 'פגישה בודדת',
  blocks: [
    block('opening', 'opening', {
      eyebrow: 'פגישה בודדת',
      title: 'סדר ב־90 דקות: פגישה אחת, תוכנית כתובה',
      lead: 'פגישה אחת, שאלה אחת גדולה, תוכנית פעולה כתובה.',
      product: 'seder-90',
      action: { words: 'לתיאום פגישה', href: '/book-a-call' },
      second: { words: 'לכל המסלולים והמחירים', href: '/pricing' },
      picture: 'calendar',
    }),
    block('questions', 'split', {
      title: 'מתאים לשאלות כמו',
      list: [
        'האם אפשר להרשות לעצמנו לעבור דירה?',
        'באיזה סדר לסגור את ההלוואות?',
        'איך מתארגנים כלכלית לקראת לידה או חופשת לידה ארוכה?',
        'מה עושים עם סכום חד־פעמי – ירושה, פיצויים, מענק?',
      ],
      picture: 'notebook',
      side: 'end',
      ground: 'plain',
    }),
    block('steps', 'steps', {
      title: 'איך זה עובד',
      list: [
        { title: 'ממלאים שאלון הכנה', text: 'רבע שעה, כדי שהפגישה תתחיל מהעיקר.' },
        { title: 'נפגשים ל־90 דקות', text: 'בווידאו, עם כל מי שמנהלים את הכסף בבית.' },
        { title: 'מקבלים סיכום של עמוד אחד', text: 'החלטות, צעדים ותאריכים, תוך שלושה ימי עסקים.' },
      ],
      ground: 'tint',
    }),
    block('team', 'team', { title: 'מי יושבים איתכם', more: 'הסיפור שלנו', ground: 'plain' }),
    block('voices', 'voices', {
      title: 'מה מספרות משפחות',
      topic: 'לקראת פרישה',
      more: 'לכל ההמלצות',
      ground: 'tint',
    }),
    block('closing', 'closing', {
      title: 'שאלה אחת, תשובה שאפשר לפעול לפיה',
      text: '',
      action: { words: 'לתיאום פגישה', href: '/book-a-call' },
      second: { words: 'להורדת המדריך ״שיחת כסף ראשונה״', href: '/lead/sihat-kesef' },
      picture: 'hills',
      ground: 'plain',
    }),
  ],
}
