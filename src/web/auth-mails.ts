// The words of the mails that the sign-in surface sends. Services only: nothing in them advertises anything.
import type { MailData, MailKind } from '#kernel/auth/mail/compose.ts'

export type AuthMail = {
  subject: string
  /** What a mailbox shows beside the subject. */
  preheader: string
  paragraphs: string[]
  button: string
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
}
