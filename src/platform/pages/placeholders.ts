// Placeholders for business details inside page texts, replaced when the page is rendered.
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { withoutMarkers } from './claims.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'

/** Placeholders allowed between double braces, with the label of each. */
export const pagePlaceholders = {
  businessName: 'שם העסק',
  legalName: 'השם הרשום',
  companyNumber: 'ח.פ.',
  address: 'כתובת',
  phone: 'טלפון',
  email: 'דוא״ל',
  productName: 'שם התוכנית',
  coachName: 'שם המלווים',
} as const

const known = new RegExp(`\\{\\{(${Object.keys(pagePlaceholders).join('|')})\\}\\}`, 'g')

/** Whether a text contains an unknown placeholder in braces. */
export const hasUnknownPlaceholder = (text: string) => /\{\{|\}\}/.test(withoutMarkers(text).replaceAll(known, ''))

/** Values for `fillTokens`. Each is bidi-isolated, so that a number next to Hebrew is not reordered. */
export function placeholderValues(
  business: PublicBusinessProfile,
): Record<keyof typeof pagePlaceholders, string | null> {
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
