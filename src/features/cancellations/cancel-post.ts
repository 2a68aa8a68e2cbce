// Form post of /cancel-transaction without JavaScript.
import { type FormPost, textsOf } from '#lib/forms/form-post.ts'
import { refusals, type TransactionCancelled } from './cancellations.ts'

export const cancelPost: FormPost = {
  path: '/cancel-transaction',
  page: 'src/web/legal/cancel-transaction-page.tsx',
  run: 'cancel-transaction',
  fields: ['name', 'reference', 'email', 'phone', 'what', 'mayHaveLonger'],
  input: (values, { body, sourceUrl }) => ({ ...values, ...textsOf(body, ['privacyTextId']), sourceUrl }),
  sent: (answer) => `/cancel-transaction?receipt=${(answer as TransactionCancelled).receipt}#sent`,
  problems: {
    too_many_requests: refusals.too_many_requests,
    failed: 'לא הצלחנו לרשום את ההודעה. מה שכתבתם נשאר כאן: אפשר לנסות שוב, או לבטל בטלפון או בדוא״ל',
  },
}
