// Households: roles of members, and which household mail each member gets.
import type { Contact } from '#features/contacts/contacts.ts'
import { optionalLine } from '#lib/forms/form-fields.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { z } from '#lib/schema.ts'

export type HouseholdRole = NonNullable<Contact['household_role']>
const partner = { neutral: 'בן/בת זוג', f: 'בת זוג', m: 'בן זוג', plural: 'בני זוג' }
const child = { neutral: 'ילד/ה', f: 'ילדה', m: 'ילד', plural: 'ילדים' }
const other = { neutral: 'אחר', f: 'אחר', m: 'אחר', plural: 'אחר' }

/** The role of one member, in the member's gender form. */
export const roleLabels: Record<HouseholdRole, Record<Contact['gender_form'], string>> = { partner, child, other }

export type HomeMail = Contact['home_mail'][number]
export const homeMailLabels: Record<HomeMail, string> = {
  reminders: 'תזכורות',
  summaries: 'סיכומים',
  invoices: 'חשבוניות',
}

export const HouseholdEdit = z.object({
  name: z.string().transform(oneLine).pipe(z.string().min(1, 'יש להזין שם באורך של עד 120 תווים')),
  address: optionalLine(200),
  notes: z.string().transform((text) => text.trim() || null),
})
export type HouseholdEdit = z.output<typeof HouseholdEdit>

export const refusals = {
  household_name_length: 'יש להזין שם באורך של עד 120 תווים',
  two_households: 'כל אחד מהם כבר רשום במשק בית אחר. הוציאו קודם אחד מהם',
  household_of_one: 'אי אפשר לקשר אדם לעצמו',
  contact_not_found: 'איש הקשר כבר לא כאן',
  custom_invalid: 'אחד השדות לא תקין',
} as const
