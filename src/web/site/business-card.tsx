import './business-card.css'
import { SiteLogo } from './site-logo.tsx'
import { BusinessAddress } from './business-address.tsx'
import type { SiteFacts } from '../pages.ts'

/** Fallback content before texts are published: business name and contact details. */
export function BusinessCard({ business }: Pick<SiteFacts, 'business'>) {
  return (
    <section className="section wrap business-card">
      <SiteLogo business={business} name="" compact />
      <h1 className="display d1">{nameOf(business)}</h1>
      <BusinessAddress business={business} />
    </section>
  )
}

/** Without an owner the business has no name. */
export const nameOf = ({ business_name }: SiteFacts['business']) => business_name || 'האתר בהקמה'
