// Product pages of the demo. A real business writes its own for each product.
import type { DefaultPage } from '../pages.ts'
import { block } from './block.ts'

const balancedHome: DefaultPage = {
  path: '/bayit-meuzan',
  label: 'בית מאוזן',
  blocks: [
    block('opening', 'opening', {
      eyebrow: '{{productName}}',
      title: 'לפני שהחודש הבא מתחיל, בונים תקציב אחד שעובד',
      lead: 'תוכנית דיגיטלית מודרכת: שיעור קצר בשבוע, גיליון עבודה אחד ומפגש שאלות ותשובות קבוצתי.',
      picture: 'jars',
    }),
    block('weeks', 'points', {
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
    block('voices', 'voices', { title: 'מה מספרים אחרי הליווי', note: '', more: 'לכל ההמלצות', ground: 'plain' }),
    block('questions', 'questions', {
      title: 'שאלות נפוצות',
      list: [
        { question: 'כמה זמן זה דורש בשבוע?', answer: 'שיעור קצר וכרבע שעה של רישום ומשימות.', home: false },
        {
          question: 'ומה אם פספסנו שבוע?',
          answer:
            '{{כשיש שיעורים מקוונים}}הגישה פתוחה למשך 12 חודשים, ואפשר לחזור לכל שיעור.{{כשאין שיעורים מקוונים}}ממשיכים מהשבוע הבא, ומשלימים בקצב שלכם.',
          home: false,
        },
        {
          question: 'זה ייעוץ השקעות?',
          answer: 'לא. התוכנית עוסקת בתקציב, בחובות ובהרגלים. לנושאים שדורשים בעלי רישיון נכין אתכם לפגישה.',
          home: false,
        },
      ],
    }),
  ],
}

const familyCoaching: DefaultPage = {
  path: '/livui-mishpachti',
  label: 'ליווי משפחתי',
  blocks: [
    block('opening', 'opening', {
      eyebrow: 'ליווי משפחתי',
      title: 'חצי שנה, תוכנית אחת, בית שיודע לנהל כסף',
      lead: 'שתים־עשרה פגישות, משימות קצרות ביניהן, ותוכנית שמחזיקה גם אחרי שהליווי נגמר.',
      picture: 'house',
    }),
    block('milestones', 'milestones', {
      title: 'מה כבר יהיה לכם ביד',
      list: [
        { when: 'אחרי חודש', text: 'יודעים כמה עולה חודש, ויש תקציב ראשון.' },
        { when: 'אחרי שלושה חודשים', text: 'תקציב מאוזן או תוכנית לאיזון, ולוח סילוק חובות.' },
        { when: 'אחרי שישה חודשים', text: 'הרגל קבוע, קרן חירום בבנייה, ורשימת החלטות לשנה הקרובה.' },
      ],
      note: 'משך התהליך והתוצאות משתנים ממשפחה למשפחה ותלויים בנתונים ובהתמדה. אין התחייבות לתוצאה.',
    }),
    block('team', 'team', { title: 'מי מלווים אתכם', more: 'הסיפור שלנו', ground: 'plain' }),
    block('voices', 'voices', {
      title: 'מה מספרים אחרי הליווי',
      topic: 'זוגיות וכסף',
      more: 'לכל ההמלצות',
      ground: 'tint',
    }),
  ],
}

const oneMeeting: DefaultPage = {
  path: '/seder-90',
  label: 'סדר ב־90 דקות',
  blocks: [
    block('opening', 'opening', {
      eyebrow: 'פגישה אחת',
      title: 'שאלה אחת גדולה, תשעים דקות, תוכנית כתובה',
      lead: 'לפני דירה, לידה, הלוואה או סכום חד־פעמי: עוצרים, מסדרים, ויוצאים עם צעדים ותאריכים.',
      picture: 'meeting',
    }),
    block('how', 'steps', {
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
      title: 'מה מספרים אחרי הפגישה',
      topic: 'לקראת פרישה',
      more: 'לכל ההמלצות',
      ground: 'tint',
    }),
  ],
}

export const demoOfferPages: readonly DefaultPage[] = [balancedHome, familyCoaching, oneMeeting]
