// Error message for a rejected password, for forms that are validated on the server.
import { WeakPassword } from '#kernel/auth/auth-errors.ts'
import { checkPassword } from '#kernel/auth/passwords/passwords.ts'
import { Refusal } from '#kernel/errors.ts'

const tooLong = 'הסיסמה ארוכה מדי: עד 72 אותיות באנגלית, או 36 בעברית'
const common = 'הסיסמה נפוצה וקלה לניחוש. יש לבחור סיסמה אחרת'

export function passwordError(password: string, passwordMinLength: number): string | undefined {
  try {
    checkPassword(password, { passwordMinLength })
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (!(error instanceof WeakPassword)) return tooLong
    return error.reasons.includes('length') ? `הסיסמה קצרה מדי: לפחות ${passwordMinLength} תווים` : common
  }
}
