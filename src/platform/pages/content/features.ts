import type { DefaultPage } from '../pages.ts'
import { block } from './block.ts'

export const featuresPage: DefaultPage = {
  path: '/features',
  label: 'מה כלול',
  blocks: [
    block('opening', 'opening', {
      eyebrow: 'מה כלול',
      title: 'כל מה שצריך כדי להתקדם, במקום אחד',
      lead: 'מסלול ברור, משימות קצרות ואזור אישי אחד שבו רואים היכן עומדים ומה הצעד הבא.',
      action: { words: 'לשיחת היכרות', href: '/book-a-call' },
      second: { words: 'למסלולים ולמחירים', href: '/pricing' },
    }),
    block('portal', 'portal', {
      title: 'כך נראה האזור האישי',
      text: '{{כשיש פגישות באזור האישי}}השלב הנוכחי, המשימה הבאה והפגישה הבאה במסך אחד. הנתונים שבציור הם לדוגמה.{{כשאין פגישות באזור האישי}}השלב הנוכחי והמשימה הבאה במסך אחד. הנתונים שבציור הם לדוגמה.',
      ground: 'plain',
    }),
    block('list', 'features', {
      title: 'מה תמצאו בפנים',
      list: [
        {
          title: 'אזור אישי',
          text: '{{כשיש פגישות באזור האישי}}השלב הנוכחי, המשימה הבאה והפגישה הבאה במסך אחד.{{כשאין פגישות באזור האישי}}השלב הנוכחי והמשימה הבאה במסך אחד.',
          sign: 'home',
        },
        { title: 'מסלול בן שישה שלבים', text: 'רואים מה הושלם ומה עוד לפנינו.', sign: 'path' },
        {
          title: 'משימות קצרות',
          text: '{{כשיש תזכורות}}עם תאריך יעד ותזכורת, בלי הצפה.{{כשאין תזכורות}}עם תאריך יעד, בלי הצפה.',
          sign: 'check',
        },
        {
          title: '{{כשיש יומן פגישות}}קביעת פגישות ביומן',
          text: 'בוחרים מועד, מקבלים אישור, ומשנים בקלות. היומן מכיר שבתות וחגים.',
          sign: 'calendar',
        },
        {
          title: '{{כשיש מסמכים באזור האישי}}מסמכים מאובטחים',
          text: 'העלאה בלחיצה, הרשאת צפייה רק למי שצריך.',
          sign: 'document',
        },
        { title: '{{כשיש הדרכות מקוונות}}הדרכות מקוונות', text: 'שידור חי והקלטה לצפייה חוזרת.', sign: 'video' },
        { title: '{{כשיש תזכורות}}תזכורות', text: 'בדוא״ל, ובוואטסאפ רק למי שביקשו.', sign: 'bell' },
        { title: 'נגישות', text: 'ניווט במקלדת, תמיכה בקוראי מסך ותפריט התאמות אישיות.', sign: 'access' },
      ],
      ground: 'tint',
    }),
    block('compare', 'compare', { title: 'מה כלול בכל מסלול', note: '', ground: 'plain' }),
    block('asked', 'asked', {
      title: 'שאלות שכולם שואלים',
      lead: '',
      action: { words: 'לכל השאלות', href: '/faq' },
      ground: 'plain',
    }),
    block('closing', 'closing', {
      title: 'הצעד הראשון הוא שיחה',
      text: 'נכיר, נקשיב, ונגיד ביושר אם אנחנו הכתובת הנכונה.',
      action: { words: 'לשיחת היכרות', href: '/book-a-call' },
      picture: 'meeting',
      ground: 'tint',
    }),
  ],
}
