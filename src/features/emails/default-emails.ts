// What each mail says until the business writes words of its own. Services only: nothing in them advertises anything.
import type { EmailKind, EmailWords } from './emails.ts'

export const defaultEmails: Readonly<Record<EmailKind, EmailWords>> = {
  confirm_signup: {
    subject: 'אישור כתובת הדוא״ל',
    preheader: 'לחיצה אחת, והחשבון מוכן',
    heading: 'אישור כתובת הדוא״ל',
    body: 'שלום,\n\nנפתח חשבון עם הכתובת {{email}} באתר של {{businessName}}. כדי להתחיל להשתמש בו נשאר לאשר את הכתובת.',
    button: 'אישור הכתובת',
    closing: 'הקישור תקף {{validFor}}. לא פתחתם חשבון? אפשר להתעלם, והחשבון לא ייפתח.',
  },
  recover_password: {
    subject: 'איפוס סיסמה',
    preheader: 'קישור לבחירת סיסמה חדשה',
    heading: 'בחירת סיסמה חדשה',
    body: 'שלום,\n\nהתקבלה בקשה לאיפוס הסיסמה של {{email}}.',
    button: 'בחירת סיסמה חדשה',
    closing: 'הקישור תקף {{validFor}}. לא ביקשתם? אפשר להתעלם, והסיסמה תישאר כפי שהיא.',
  },
  change_email: {
    subject: 'אישור שינוי כתובת הדוא״ל',
    preheader: 'נשאר לאשר את השינוי',
    heading: 'שינוי כתובת הדוא״ל',
    body: 'שלום,\n\nהתקבלה בקשה לעדכן ל־{{newEmail}} את כתובת הדוא״ל של החשבון באתר של {{businessName}}.',
    button: 'אישור השינוי',
    closing: 'הקישור תקף {{validFor}}. לא ביקשתם? אפשר להתעלם, והכתובת תישאר כפי שהיא.',
  },
  magic_link: {
    subject: 'כניסה לחשבון',
    preheader: 'קישור לכניסה בלי סיסמה',
    heading: 'כניסה בלי סיסמה',
    body: 'שלום,\n\nהתקבלה בקשה להיכנס בלי סיסמה לחשבון של {{email}} באתר של {{businessName}}.',
    button: 'כניסה לחשבון',
    closing: 'הקישור והקוד תקפים {{validFor}}, לפעם אחת. לא ביקשתם? אפשר להתעלם, ואף אחד לא ייכנס.',
  },
  invite: {
    subject: 'הזמנה לאזור האישי שלכם ב{{businessName}}',
    preheader: 'נשאר רק להפעיל את החשבון',
    heading: 'ברוכים הבאים!',
    body: 'שלום,\n\nפתחנו עבורכם אזור אישי באתר של {{businessName}}. נשאר להפעיל את החשבון ולבחור סיסמה.',
    button: 'הפעלת החשבון',
    closing: 'הקישור אישי ותקף {{validFor}}. לא ציפיתם להזמנה? אפשר להתעלם מההודעה.',
  },
  reauthenticate: {
    subject: 'קוד אימות',
    preheader: 'הקוד שביקשתם',
    heading: 'קוד אימות',
    body: 'שלום,\n\nזה הקוד לאישור השינוי בחשבון שלכם באתר של {{businessName}}.',
    button: null,
    closing: 'לא ביקשתם? אפשר להתעלם, והחשבון יישאר כפי שהוא. את הקוד לא מוסרים לאף אחד.',
  },
}
