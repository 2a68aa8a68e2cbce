// Parses the form fields of a new contact. Only lazy-loaded modules import it, because it loads the phone metadata.
import { formText } from '#lib/forms/form-text.ts'
import { phoneInvalid } from '#lib/format-phone.ts'
import { parsePhone } from '#lib/parse-phone.ts'
import { splitName } from '#lib/split-name.ts'
import { EmailAddress, PersonName, refusals } from './contacts.ts'

export type NewContactErrors = { name?: string; phone?: string; email?: string }

export function readNewContact(form: FormData) {
  const name = PersonName.safeParse(formText(form, 'name'))
  const phoneText = formText(form, 'phone')
  const emailText = formText(form, 'email')
  const phone = phoneText ? parsePhone(phoneText) : null
  const email = emailText ? EmailAddress.safeParse(emailText).data : null
  const errors: NewContactErrors = {
    ...(!name.success && { name: formText(form, 'name') ? name.error.issues[0]!.message : 'שדה חובה' }),
    ...(phone === undefined && { phone: phoneInvalid }),
    ...(email === undefined && { email: refusals.email_invalid }),
  }
  return { contact: { ...splitName(name.data ?? ''), phone: phone ?? null, email: email ?? null }, errors }
}
