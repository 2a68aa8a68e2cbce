import { expect, test } from 'vitest'
import { failureText } from './automations.ts'

test.each([
  ['contact_gone', 'איש הקשר נמחק או אוחד'],
  ['automation_archived', 'האוטומציה הועברה לארכיון'],
  ['answered_410', 'הכתובת לא קיבלה את הפרטים (410)'],
  ['redirected_302', 'הכתובת מפנה לכתובת אחרת, ולכן הפרטים לא נמסרו. כדאי לרשום בצעד את הכתובת הסופית (302)'],
  ['not_reached: ERR_TLS_CERT_ALTNAME_INVALID', 'לא התקבלה תשובה מהכתובת (ERR_TLS_CERT_ALTNAME_INVALID)'],
  ['the stage was deleted', 'the stage was deleted'],
])('the failure %s of a step has the text %s', (error, text) => expect(failureText(error)).toBe(text))
