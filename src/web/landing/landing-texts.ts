// Texts around the forms of the landing pages.
import type { LandingPath } from '#features/lead-magnets/lead-magnets.ts'

type LandingText = {
  /** Shown beside the form. */
  text: string
  cta: string
}

export const landingTexts: Record<LandingPath, LandingText> = {
  '/ninja': {
    text: 'שבע משימות קצרות, אחת בכל יום בדוא״ל. הקישור שמתחיל את האתגר נשלח בתוך רגע.',
    cta: 'להצטרפות לאתגר',
  },
  '/fiscal-fitness': {
    text: 'שנים־עשר אימונים קצרים, שלושה בכל שבוע בדוא״ל. הקישור שמתחיל את התוכנית נשלח בתוך רגע.',
    cta: 'להתחלת האימון',
  },
  '/lesson': {
    text: 'הגיליון של השיעור כקובץ PDF, עם שורות ריקות לשנה שלכם. הקישור נשלח בדוא״ל בתוך רגע.',
    cta: 'לקבלת הגיליון',
  },
}
