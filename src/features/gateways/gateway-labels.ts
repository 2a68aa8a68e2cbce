// Labels of payment providers, and texts for the results of their key tests.
import type { Provider } from './gateways.ts'

export const providerLabels: Record<Provider, string> = {
  cardcom: 'CardCom',
  payplus: 'PayPlus',
  manual: 'בלי סליקה: העברה או ביט, ברישום שלכם',
}

const errorTexts: Record<string, string> = {
  unauthorized: 'המפתחות לא התקבלו אצל חברת הסליקה. בדקו אותם והזינו שוב',
  refused: 'חברת הסליקה סירבה לבקשה. בדקו שהמסוף פעיל, או פנו אליה',
  timeout: 'חברת הסליקה לא ענתה בזמן. אפשר לנסות שוב בעוד כמה דקות',
  unreachable: 'אין כרגע חיבור לחברת הסליקה. אפשר לנסות שוב בעוד כמה דקות',
}

/** The text of a failed key test, for the owner. */
export const faultText = (code: string) =>
  errorTexts[code] ?? 'חברת הסליקה ענתה תשובה שאי אפשר לקרוא. אפשר לנסות שוב בעוד כמה דקות'
