// Titles of default pages in common search terms. Their headings address visitors who are already on the page.

const titles = new Map([
  ['סוף החודש יכול להיות עוד יום רגיל', 'ייעוץ וליווי כלכלי למשפחות'],
  ['הבית הוא המקום שבו כסף פוגש את החיים', 'מי אנחנו: ייעוץ לכלכלת המשפחה'],
  ['ליווי כלכלי למשפחה', 'ליווי כלכלי למשפחה: מה כולל וכמה עולה'],
  ['סדר ב־90 דקות: פגישה אחת, תוכנית כתובה', 'פגישת ייעוץ כלכלי אחת, עם תוכנית כתובה'],
  ['כל מה שצריך כדי להתקדם, במקום אחד', 'מה כולל אימון כלכלי למשפחה'],
  ['מחירים ברורים, בלי אותיות קטנות', 'מחירים של ייעוץ וליווי כלכלי למשפחה'],
  ['מה משתנה אחרי הליווי', 'המלצות על ליווי כלכלי למשפחות'],
  ['שאלות נפוצות', 'שאלות נפוצות על ייעוץ כלכלי למשפחה'],
  ['שיחת היכרות, 25 דקות', 'שיחת היכרות לייעוץ כלכלי, ללא עלות'],
])

/** @public The headings with a separate title; a test compares them with the default pages. */
export const headingsWithTitle: readonly string[] = [...titles.keys()]

/** The title for search results of a page with this heading. A heading changed by the owner is used as the title. */
export const searchTitle = (heading: string): string => titles.get(heading) ?? heading
