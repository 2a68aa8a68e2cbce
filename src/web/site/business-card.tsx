import './business-card.css'
import { logoFor } from '#features/business-profile/brand.ts'
import { Logo } from '#ui/pictures/logo.tsx'
import { BusinessAddress } from './business-address.tsx'
import type { SiteFacts } from '../pages.ts'

/** All that is public before the owner publishes the texts: who this is, and how to reach them. */
export function BusinessCard({ business }: Pick<SiteFacts, 'business'>) {
  return (
    <section className="section wrap business-card">
      <Logo name="" image={logoFor(business, false)} compact />
      <h1 className="display d1">{nameOf(business)}</h1>
      <BusinessAddress business={business} />
    </section>
  )
}

/** Before there is an owner the business has no name. */
export const nameOf = ({ business_name }: SiteFacts['business']) => business_name || 'האתר בהקמה'
