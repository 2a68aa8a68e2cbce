import './business-card.css'
import { logoFor } from '#platform/business-profile/brand.ts'
import { Logo } from '#ui/pictures/logo.tsx'
import { BusinessAddress } from './business-address.tsx'
import type { SiteFacts } from '../pages.ts'

/** Fallback content before texts are published: business name and contact details. */
export function BusinessCard({ business }: Pick<SiteFacts, 'business'>) {
  return (
    <section className="section wrap business-card">
      <Logo name="" image={logoFor(business, false)} compact />
      <h1 className="display d1">{nameOf(business)}</h1>
      <BusinessAddress business={business} />
    </section>
  )
}

/** Without an owner the business has no name. */
export const nameOf = ({ business_name }: SiteFacts['business']) => business_name || 'האתר בהקמה'
