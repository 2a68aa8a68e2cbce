import { expect, test } from 'vitest'
import { filesBelow, isTest, text } from './source.ts'

/** Ambiguous or gendered wordings, each with the reason. */
const misleading: readonly [phrase: string, why: string][] = [
  ['אולי זה מוכר', 'an unfinished question'],
  ['אחרי תהליך', 'jargon of the trade: families know ליווי'],
  ['נמשך תהליך', 'jargon of the trade: families know ליווי'],
  ['עוד לא נפתח באתר', 'an apology about the software'],
  ['אומרת לנו שאתם', 'speaks of our benefit, not of the visitor’s'],
  ['אין הודעות יומיות', 'announces what is missing'],
  ['שנדע שעברתם', 'reads as surveillance'],
  ['להצטרפות בשיחה', 'stilted'],
  ['מספרים עלינו', 'also reads "numbers about us"'],
  ['הודעה מהליווי', 'a message has a writer'],
  ['מה יש בידיים', 'a calque'],
  ["when: 'אחרי שלושה'", 'means nothing in a list of headings'],
  ['שאלות בכתב שבוע אחרי', 'also reads "a week later"'],
  ['פתוח לליווי', 'unclear, and singular for a plural'],
  ['לכל מה שכלול', 'unclear'],
  ['ונסיר את הכתובת ביד', 'how it is done is of no interest'],
  ['כבר תגיע לכאן', 'here is the page, not the mailbox'],
  ['מתאמנים יחד מתקדמים', 'a condition needs its conjunction'],
  ['כפי שהודפסה', 'for programmers'],
  ['נתונה הסכמתי', 'legalese'],
  ['מי שרואה את', 'masculine singular'],
  ['מי שמנהל את', 'masculine singular'],
  ['מי שעובד כאן', 'masculine singular'],
  ['מי שפותח אותו', 'masculine singular'],
  ['מי שמקבל אותו', 'masculine singular'],
  ['מי שמגיע לכאן', 'masculine singular'],
  ['בעל רישיון', 'masculine singular'],
  ['מי שלא מרגיש', 'masculine singular'],
  ['אזרח ותיק או עולה חדש (זכות', 'masculine singular'],
  ['אני אדם עם מוגבלות /', 'slashes'],
  ['רכז/ת', 'slashes'],
  ['שיחת התאמה', 'a second name of שיחת היכרות'],
  ['קביעת שיחה', 'a second name of שיחת היכרות'],
  ['ליווי אישי', 'a second name of ליווי משפחתי'],
  ['ליווי כלכלי אישי', 'a second name of ליווי משפחתי'],
  ['מתיר אותה', 'the subject is missing'],
  ['נוסף לבית', 'masculine singular, of a couple'],
  ['במה כל אחד באמצע', 'unclear'],
  ['קישור לאותו בית', 'unclear'],
  ['המשך לכללים', 'names an internal step'],
  ['השדה אצלנו', 'speaks of us'],
  ["'לא נסגרה'", 'hard to tell from נסגרה בהצלחה on a lane'],
  ['הזדמנות לא נסגרה', 'a lost opportunity is one that לא הבשילה'],
  ['תוסיף את מה ששיניתם', 'what another user saved is replaced, not added to'],
  ['סבלנות', 'days without progress are no virtue'],
  ['שורות ביומן', 'יומן is the calendar'],
  ["'כפילות', 7", 'the name of a screen'],
  ["'ביצוע'", 'names no action'],
  ["'ניסיון אליי'", 'names no message'],
  ['לקחת מכאן', 'a calque'],
  ["m: 'זכר' }", 'the plural is missing'],
]

test('texts avoid ambiguous wordings, and use one name for one thing', () => {
  const files = filesBelow('src', (path) => /\.(tsx?|sql)$/.test(path) && !isTest(path))
  const wrong = misleading.flatMap(([phrase, reason]) =>
    files.filter((path) => text(path).includes(phrase)).map((path) => `${path}: ${phrase} (${reason})`),
  )
  expect(wrong).toEqual([])
})
