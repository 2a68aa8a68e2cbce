// Refusals and fixed texts of the quiz pages.
export const refusals = {
  quiz_closed: 'השאלון סגור כרגע. אפשר לנסות שוב מאוחר יותר, או לכתוב לנו',
  attempt_unknown: 'המילוי הזה לא נמצא בדפדפן הזה. אפשר להתחיל מחדש, וזה לוקח כשלוש דקות',
  attempt_finished: 'השאלון הזה כבר הושלם',
  answer_missing: 'כדי להמשיך יש לבחור תשובה, או ״לא בא לי לענות״',
  questions_left: 'נשארו שאלות שעוד לא נענו',
  result_unknown: 'הקישור לתוצאה אינו מוכר. ייתכן שהועתק בחלקו',
  result_expired: 'תוקף הקישור לתוצאה הסתיים. אפשר למלא את השאלון שוב',
  invitation_unknown: 'ההזמנה אינה מוכרת, או שכבר השתמשו בה. אפשר למלא את השאלון גם בלעדיה',
  no_partner: 'אין עם מי לשתף: ההזמנה עוד לא נענתה',
  mail_just_sent: 'ההודעה נשלחה לפני רגע. אם היא לא תגיע תוך דקה, אפשר לנסות שוב',
  too_many_mails: 'כבר נשלחו היום כמה הודעות לכתובת הזאת. כדאי לחפש אותן גם בתיקיות ״קידומי מכירות״ ו״דואר זבל״',
  consent_text_unknown: 'הנוסח שאושר אינו מוכר. רעננו את העמוד',
  too_many_requests: 'הגיעו מכאן הרבה בקשות בזמן קצר. אפשר לנסות שוב מאוחר יותר',
} as const

/** The answer of a skipped question. */
export const skippedAnswer = 'skip'
