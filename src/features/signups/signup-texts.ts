// Texts of the landing pages' forms. They promise no mail, because none is sent.
import type { OfferName } from './signups.ts'

type Words = {
  /** Next to the form. */
  text: string
  cta: string
  /** Replaces the form after submission. */
  joined: string
  next: string
}

export const signupTexts: Record<OfferName, Words> = {
  ninja: {
    text: 'שבע משימות קצרות, אחת לכל יום. רוצים לשאול משהו בדרך? השאירו פרטים.',
    cta: 'להצטרפות לאתגר',
    joined: 'הצטרפתם לאתגר',
    next: 'שבע המשימות מחכות בהמשך העמוד, ואפשר להתחיל כבר היום. כדאי לשמור את העמוד או להדפיס אותו.',
  },
  'fiscal-fitness': {
    text: 'שנים־עשר אימונים קצרים, שלושה בכל שבוע. רוצים לשאול משהו בדרך? השאירו פרטים.',
    cta: 'להתחלת האימון',
    joined: 'נרשמתם לתוכנית',
    next: 'ארבעת השבועות מחכים בהמשך העמוד. כדאי לשמור אותו, ולקבוע ביומן שלכם את האימון הראשון.',
  },
  lesson: {
    text: 'רוצים לעבור על הגיליון שלכם יחד? השאירו פרטים.',
    cta: 'לשיחה על הגיליון',
    joined: 'תודה, הפרטים התקבלו',
    next: 'השיעור והגיליון נשארים כאן, פתוחים לכולם. אפשר גם לקבוע שיחת היכרות כבר עכשיו.',
  },
}
