// The words of the mails that the sign-in surface sends. Services only: nothing in them advertises anything.
import type { MailData, MailKind } from '#kernel/auth/mail/compose.ts'

export type AuthMail = {
  subject: string
  /** What a mailbox shows beside the subject. */
  preheader: string
  paragraphs: string[]
  /** To be typed, where the mail is not or not only about its link. */
  code?: string
  button?: string
  end: string
}

type Words = (data: MailData, businessName: string) => AuthMail

export const authMails: Record<MailKind, Words> = {
  confirm_signup: ({ email }, businessName) => ({
    subject: 'אישור כתובת הדוא״ל',
    preheader: 'לחיצה אחת, והחשבון מוכן',
    paragraphs: [
      'שלום,',
      `נפתח חשבון עם הכתובת ${email} באתר של ${businessName}. כדי להתחיל להשתמש בו נשאר לאשר את הכתובת.`,
    ],
    button: 'אישור הכתובת',
    end: 'לא פתחתם חשבון? אפשר להתעלם, והחשבון לא ייפתח.',
  }),
  recover_password: ({ email }) => ({
    subject: 'איפוס סיסמה',
    preheader: 'קישור לבחירת סיסמה חדשה',
    paragraphs: ['שלום,', `התקבלה בקשה לאיפוס הסיסמה של ${email}.`],
    button: 'בחירת סיסמה חדשה',
    end: 'הקישור תקף לשעה. לא ביקשתם? אפשר להתעלם, והסיסמה תישאר כפי שהיא.',
  }),
  change_email: ({ email, newEmail = email }, businessName) => ({
    subject: 'אישור שינוי כתובת הדוא״ל',
    preheader: 'נשאר לאשר את השינוי',
    paragraphs: ['שלום,', `התקבלה בקשה לעדכן ל־${newEmail} את כתובת הדוא״ל של החשבון באתר של ${businessName}.`],
    button: 'אישור השינוי',
    end: 'לא ביקשתם? אפשר להתעלם, והכתובת תישאר כפי שהיא.',
  }),
  magic_link: ({ email, code }, businessName) => ({
    subject: 'כניסה לחשבון',
    preheader: 'קישור לכניסה בלי סיסמה',
    paragraphs: ['שלום,', `התקבלה בקשה להיכנס בלי סיסמה לחשבון של ${email} באתר של ${businessName}.`],
    button: 'כניסה לחשבון',
    code,
    end: 'לא ביקשתם? אפשר להתעלם, ואף אחד לא ייכנס.',
  }),
  invite: (_data, businessName) => ({
    subject: `הזמנה לאזור האישי שלכם ב${businessName}`,
    preheader: 'נשאר רק להפעיל את החשבון',
    paragraphs: ['שלום,', 'ברוכים הבאים! פתחנו עבורכם אזור אישי.'],
    button: 'הפעלת החשבון',
    end: 'הקישור אישי. לא ציפיתם להזמנה? אפשר להתעלם מההודעה.',
  }),
  reauthenticate: ({ code }, businessName) => ({
    subject: 'קוד אימות',
    preheader: 'הקוד שביקשתם',
    paragraphs: ['שלום,', `זה הקוד לאישור השינוי בחשבון שלכם באתר של ${businessName}.`],
    code,
    end: 'לא ביקשתם? אפשר להתעלם, והחשבון יישאר כפי שהוא. את הקוד לא מוסרים לאף אחד.',
  }),
}
