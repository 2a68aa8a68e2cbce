// Input of a form password as typed by the owner.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'
import { refusals } from '../form-texts.ts'

export const NewPassword = z
  .string()
  .transform(oneLine)
  .pipe(z.string().min(4, refusals.form_password_length).max(100, refusals.form_password_length))

export const FormPasswordEdit = z.object({ password: NewPassword })
