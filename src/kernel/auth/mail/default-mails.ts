// Default auth mails, used when the host passes no composeMail.
import type { ComposeMail, MailKind } from './compose.ts'

const texts: Record<MailKind, { subject: string; body: string; button?: string }> = {
  confirm_signup: {
    subject: 'אישור כתובת הדוא״ל',
    body: 'כדי להשלים את פתיחת החשבון, נשאר לאשר את הכתובת הזו.',
    button: 'אישור הכתובת',
  },
  recover_password: {
    subject: 'בחירת סיסמה חדשה',
    body: 'התקבלה בקשה לבחור סיסמה חדשה לחשבון. מי שלא ביקש יכול להתעלם מההודעה, והסיסמה לא תשתנה.',
    button: 'בחירת סיסמה חדשה',
  },
  change_email: {
    subject: 'אישור החלפת כתובת הדוא״ל',
    body: 'התקבלה בקשה להחליף את כתובת הדוא״ל של החשבון.',
    button: 'אישור ההחלפה',
  },
  magic_link: {
    subject: 'כניסה לחשבון',
    body: 'התקבלה בקשה להיכנס לחשבון בלי סיסמה. מי שלא ביקש יכול להתעלם מההודעה.',
    button: 'כניסה',
  },
  invite: {
    subject: 'הזמנה לחשבון',
    body: 'נפתח עבורכם חשבון. כדי להתחיל להשתמש בו נשאר לאשר את ההזמנה.',
    button: 'קבלת ההזמנה',
  },
  reauthenticate: {
    subject: 'קוד אימות',
    body: 'כדי להמשיך, הקלידו את הקוד במקום שבו ביקשתם אותו. מי שלא ביקש יכול להתעלם מההודעה.',
  },
}

export const composePlainMail: ComposeMail = async (kind, { link, code, newEmail }) => {
  const { subject, body, button } = texts[kind]
  const lines = [body, ...(newEmail ? [`הכתובת החדשה: ${newEmail}`] : [])]
  const orCode = link ? 'אפשר גם להקליד את הקוד:' : 'הקוד:'
  const html = `<!doctype html><html lang="he" dir="rtl"><head><meta charset="utf-8"><title>${subject}</title></head><body>
${lines.map((line) => `<p>${escape(line)}</p>`).join('\n')}
${link && button ? `<p><a href="${escape(link)}">${button}</a></p>\n` : ''}<p>${orCode} <bdi dir="ltr">${code}</bdi></p>
</body></html>`
  const text = [...lines, ...(link && button ? [`${button}: ${link}`] : []), `${orCode} ${code}`].join('\n\n')
  return { subject, html, text }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign]!)
