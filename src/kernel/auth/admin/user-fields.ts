// Body of the admin endpoints that create or change a user.
import { z } from 'zod'
import { checkMetadata, fields } from '../request-body.ts'

const metadata = z.record(z.string(), z.unknown()).nullish()

export const AdminUser = z.object({
  id: fields.text,
  aud: fields.text,
  role: fields.text,
  email: fields.email,
  phone: fields.phone,
  password: z.string().nullish(),
  password_hash: fields.text,
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: fields.text,
})

export type AdminUser = z.infer<typeof AdminUser>

/** Merges top-level keys; null deletes a key. */
export function mergeMetadata(before: Record<string, unknown>, change: Record<string, unknown>) {
  const merged = Object.entries({ ...before, ...change }).filter(([, value]) => value !== null)
  return checkMetadata(Object.fromEntries(merged))
}
