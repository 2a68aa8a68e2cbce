// Sends the hydrated contact form to the server.
import { type Answer, callFunction } from '#client/call-function.ts'
import type { FormValues } from './contact-form.ts'
import type { ContactRequestResult } from './leads.ts'

type Request = FormValues & { consentTextId: string | undefined; privacyTextId: string | undefined; sourceUrl: string }

/**
 * Submits the form. The server deduplicates identical requests of one contact within a day, so a retry is idempotent.
 */
export const sendContactForm = (key: string, request: Request): Promise<Answer<ContactRequestResult>> =>
  callFunction('ask-for-contact', key, request)
