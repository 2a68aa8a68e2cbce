// Facts of the business inside the words of a page: filled in when the page is made, so that they are changed in one place.
import type { PublicBusinessProfile } from '#features/business-profile/business-profile.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'

/** What may stand between double braces, and what it stands for. */
export const pageTokens = {
  businessName: 'שם העסק',
  legalName: 'השם הרשום',
  companyNumber: 'ח.פ.',
  address: 'כתובת',
  phone: 'טלפון',
  email: 'דוא״ל',
  productName: 'שם התוכנית',
  coachName: 'שם המלווים',
} as const

const known = new RegExp(`\\{\\{(${Object.keys(pageTokens).join('|')})\\}\\}`, 'g')

/** Whether there are braces in it that nothing would fill. */
export const hasUnknownToken = (words: string) => /\{\{|\}\}/.test(words.replaceAll(known, ''))

/** The values for `fillTokens`. Each keeps to itself, so that a number beside Hebrew cannot change places with it. */
export function tokenValues(business: PublicBusinessProfile): Record<keyof typeof pageTokens, string | null> {
  const alone = (value: string | null) => value && isolate(value)
  return {
    businessName: business.business_name,
    legalName: business.legal_name ?? business.business_name,
    companyNumber: alone(business.company_number),
    address: business.address,
    phone: alone(business.phone),
    email: alone(business.email),
    productName: business.product_name,
    coachName: business.coach_name,
  }
}
