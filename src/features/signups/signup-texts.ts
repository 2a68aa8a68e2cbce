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
    text: 'המשימות כולן בעמוד הזה. השארת הפרטים אומרת לנו שאתם באתגר.',
    cta: 'להצטרפות לאתגר',
    joined: 'הצטרפתם לאתגר',
    next: 'שבע המשימות מחכות בהמשך העמוד, ואפשר להתחיל כבר היום. כדאי לשמור את העמוד: אין הודעות יומיות.',
  },
  'fiscal-fitness': {
    text: 'האימונים כולם בעמוד הזה. השארת הפרטים אומרת לנו שאתם בתוכנית.',
    cta: 'להתחלת האימון',
    joined: 'נרשמתם לתוכנית',
    next: 'ארבעת השבועות מחכים בהמשך העמוד. כדאי לשמור אותו ולקבוע ביומן את האימון הראשון: אין הודעות תזכורת.',
  },
  lesson: {
    text: 'אפשר להשאיר פרטים, כדי שנדע שעברתם על השיעור ונכיר אתכם כשתפנו.',
    cta: 'השארת פרטים',
    joined: 'תודה, הפרטים נשמרו',
    next: 'השיעור והגיליון נשארים כאן, פתוחים לכולם. רוצים לעבור על הגיליון שלכם יחד? אפשר לקבוע שיחה.',
  },
}
