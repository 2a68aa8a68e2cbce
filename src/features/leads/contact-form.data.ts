// How the contact form reaches the server when its island is awake, and what the page reads before.
import type { SupabaseClient } from '@supabase/supabase-js'
import { type Answer, callFunction } from '#client/call-function.ts'
import type { FormValues } from './contact-form.ts'
import type { ContactAsked } from './leads.ts'

type Request = FormValues & { consentTextId: string | undefined; privacyTextId: string | undefined; sourceUrl: string }

/** Sends the form as it was typed. The same words of the same person within a day are one request, so trying again is safe. */
export const sendContactForm = (key: string, request: Request): Promise<Answer<ContactAsked>> =>
  callFunction('ask-for-contact', key, request)

type ShownText = { id: string; kind: 'marketing' | 'privacy_notice' | 'newsletter'; he_text: string }

/** The words a visitor is shown and asked to agree to, as they are in force now. */
export async function readShownTexts(backend: SupabaseClient): Promise<ShownText[]> {
  const { data, error } = await backend.from('current_consent_texts').select('id, kind, he_text')
  if (error) throw error
  return data as ShownText[]
}
