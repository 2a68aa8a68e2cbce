// Texts of the cookie banner.
import type { Optional } from './preferences.ts'

const kinds: Record<Optional, { name: string; what: string }> = {
  functional: { name: 'פונקציונליות', what: 'זוכרות בחירות שלכם, כדי שלא תצטרכו לבחור שוב' },
  performance: { name: 'ביצועים', what: 'מודדות אילו עמודים עוזרים, בלי לדעת מי אתם' },
  marketing: { name: 'שיווק', what: 'מספרות לרשתות חברתיות שביקרתם, כדי שנדע אם הפרסום שלנו מגיע' },
}

export const texts = {
  title: 'העוגיות שלנו, הבחירה שלכם',
  sentences: [
    'אנחנו משתמשים בעוגיות חיוניות להפעלת האתר.',
    'בהסכמתכם נשתמש גם בעוגיות למדידה ולשיווק.',
    'אפשר לשנות את הבחירה בכל עת.',
  ],
  privacy: 'למדיניות הפרטיות',
  all: 'אישור הכול',
  onlyEssential: 'חיוניות בלבד',
  customize: 'התאמה אישית',
  save: 'שמירת הבחירה',
  reopen: 'הגדרות עוגיות',
  essential: { name: 'חיוניות (פעילות תמיד)', what: 'בלעדיהן האתר אינו עובד' },
  kinds,
} as const
