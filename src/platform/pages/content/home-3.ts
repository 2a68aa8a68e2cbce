import type { DefaultPage } from '../pages.ts'
import { block } from './block.ts'

/** Variant with a personal, warm tone. */
export const homeByStory: DefaultPage = {
  path: '/home-3',
  label: 'עמוד הבית, גרסה ג׳: אישית',
  blocks: [
    block('hero', 'hero', {
      eyebrow: 'כסף, בית, ומה שביניהם',
      title: 'לדבר על כסף בבית. בלי להוריד את הקול ובלי להרים אותו',
      lead: 'מאחורי כל דוח בנק יש סיפור: ילדים, שכר דירה, חלומות ופחדים. אנחנו מתחילים מהסיפור ובונים ממנו תוכנית.',
      action: { words: 'לשיחת היכרות', href: '/book-a-call' },
      second: { words: 'להורדת המדריך ״שיחת כסף ראשונה״', href: '/lead/sihat-kesef' },
      notes: [],
      picture: 'family',
    }),
    block('respect', 'split', {
      title: 'הבטחה של כבוד',
      text: 'אף אחד לא ישאל ״איך הגעתם לזה״. נשאל מה נעשה מחר בבוקר.',
      picture: 'house',
      side: 'end',
      ground: 'tint',
    }),
    block('first-month', 'steps', {
      title: 'שלושה דברים שקורים בחודש הראשון',
      list: [
        { title: 'מפסיקים לנחש', text: 'יודעים כמה עולה חודש.' },
        { title: 'בוחרים שלושה סעיפים', text: 'רק בהם מטפלים עכשיו. השאר יכול לחכות.' },
        { title: 'קובעים ״פגישת כסף״ ביתית', text: 'עשרים דקות בשבוע, עם תה ובלי טלפונים.' },
      ],
      ground: 'plain',
    }),
    block('saying', 'quote', {
      text: 'תקציב טוב לא אומר לכם על מה לוותר. הוא אומר לכם על מה לא לוותר.',
      ground: 'tint',
    }),
    block('voices', 'voices', {
      title: 'מה משתנה אחרי הליווי',
      note: 'ההמלצות מתפרסמות בהסכמה. חוויות ותוצאות משתנות ממשפחה למשפחה.',
      more: 'לכל ההמלצות',
      ground: 'plain',
    }),
    block('team', 'team', { title: 'מי יושבים איתכם', more: 'הסיפור שלנו', ground: 'tint' }),
    block('posts', 'posts', { title: 'מהבלוג', more: 'לכל המאמרים', ground: 'plain' }),
    block('asked', 'asked', {
      title: 'שאלות שכולם שואלים',
      lead: '',
      action: { words: 'לכל השאלות', href: '/faq' },
      ground: 'plain',
    }),
    block('contact', 'contact', {
      title: 'נחזור אליכם תוך יום עסקים אחד',
      text: 'כמה מילים על מה שמעסיק אתכם עכשיו מספיקות כדי להתחיל.',
      ground: 'tint',
    }),
  ],
}
