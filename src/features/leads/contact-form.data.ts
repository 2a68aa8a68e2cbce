// How the contact form reaches the server when its island is awake.
import { type Answer, callFunction } from '#client/call-function.ts'
import type { FormValues } from './contact-form.ts'
import type { ContactAsked } from './leads.ts'

type Request = FormValues & { consentTextId: string | undefined; privacyTextId: string | undefined; sourceUrl: string }

/** Sends the form as it was typed. The same words of the same person within a day are one request, so trying again is safe. */
export const sendContactForm = (key: string, request: Request): Promise<Answer<ContactAsked>> =>
  callFunction('ask-for-contact', key, request)
