// Auth error texts, by code and never by the server's message. No text reveals whether an address is registered.
export type AuthFailure = { code?: string | undefined; name?: string; status?: number | undefined; message?: string }

const oldLink = 'הקישור פג תוקף או שכבר נעשה בו שימוש. אפשר לבקש קישור חדש'
const signInAgain = 'הכניסה פגה. יש להיכנס שוב'
const alreadyThere = 'לא הצלחנו לפתוח חשבון עם הפרטים האלה. אם כבר יש חשבון, אפשר להיכנס או לאפס סיסמה'

const texts: Record<string, string> = {
  invalid_credentials: 'הדוא״ל או הסיסמה אינם נכונים',
  invalid_phone_credentials: 'הטלפון או הסיסמה אינם נכונים',
  validation_failed: 'הפרטים אינם שלמים או אינם תקינים',
  email_address_invalid: 'כתובת הדוא״ל אינה תקינה',
  phone_not_confirmed: 'הטלפון עוד לא אומת. הקוד לאימות נשלח בהודעה',
  email_not_confirmed: 'הכתובת עוד לא אומתה. הקישור לאימות מחכה בתיבת הדוא״ל',
  user_already_exists: alreadyThere,
  email_exists: alreadyThere,
  same_password: 'זו הסיסמה הקודמת. יש לבחור סיסמה אחרת',
  otp_expired: oldLink,
  access_denied: oldLink,
  mailed_code_invalid: 'הקוד אינו נכון, או שכבר אינו בתוקף. אפשר לבקש קוד חדש',
  signup_disabled: 'פתיחת חשבון סגורה כרגע. פנו אל בעלי העסק',
  user_banned: 'החשבון חסום. פנו אל בעלי העסק',
  session_not_found: signInAgain,
  session_expired: signInAgain,
  mfa_verification_failed: 'הקוד אינו נכון. יש להזין את הקוד שמופיע עכשיו באפליקציה',
  recovery_code_invalid: 'הקוד אינו נכון, או שכבר נכנסתם איתו. כל קוד פועל פעם אחת',
  mfa_challenge_expired: 'עבר יותר מדי זמן. יש להזין קוד חדש',
  mfa_factor_not_found: 'האפליקציה הזאת כבר אינה רשומה. יש להיכנס שוב',
  insufficient_aal: 'יש לאשר קודם את הכניסה בקוד מאפליקציית האימות',
  too_many_enrolled_mfa_factors: 'אין מקום לאפליקציה נוספת. אפשר להסיר אחת ולנסות שוב',
}

/** A Hebrew sentence for an auth error. */
export function authErrorText({ code = '', name, status, message = '' }: AuthFailure): string {
  if (name === 'AuthRetryableFetchError' || status === 0) return 'אין חיבור לשרת. נסו שוב'
  if (name === 'AuthSessionMissingError') return signInAgain
  if (code === 'weak_password') return weakPasswordText(message)
  if (status === 429) {
    const wait = waitText(Number(/after (\d+) seconds/.exec(message)?.[1] ?? 60))
    return /mailed link/.test(message)
      ? `היו יותר מדי ניסיונות עם סיסמה שגויה. אפשר לאפס את הסיסמה בקישור שיישלח בדוא״ל, או לנסות שוב בעוד ${wait}`
      : `יותר מדי ניסיונות. אפשר לנסות שוב בעוד ${wait}`
  }
  return texts[code] ?? 'משהו השתבש. אפשר לנסות שוב'
}

function weakPasswordText(message: string) {
  const min = /at least (\d+) characters\./.exec(message)?.[1]
  if (min) return `הסיסמה חלשה: לפחות ${min} תווים`
  if (/easy to guess/.test(message)) return 'הסיסמה נפוצה וקלה לניחוש. יש לבחור סיסמה אחרת'
  return 'הסיסמה חלשה. יש לבחור סיסמה אחרת'
}

function waitText(seconds: number) {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'דקה' : minutes === 2 ? 'שתי דקות' : `${minutes} דקות`
}
