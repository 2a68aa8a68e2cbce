// schema.org nodes: the organisation, its place, the website and breadcrumbs.
import { socialNetworks } from '#platform/business-profile/business-profile.ts'
import type { SiteFacts } from '../pages.ts'
import { openingHours } from './opening-hours.ts'

/** The organisation. Empty fields are omitted; without a name there is no node. */
export function organization({ business, siteUrl }: SiteFacts): object[] {
  if (!business.business_name) return []
  const { legal_name, company_number, logo_url, phone, email, address, socials } = business
  const sameAs = socialNetworks.flatMap((network) => socials[network] ?? [])
  return [
    {
      '@type': 'Organization',
      '@id': `${siteUrl}/#organization`,
      name: business.business_name,
      url: `${siteUrl}/`,
      ...(legal_name && { legalName: legal_name }),
      ...(company_number && { identifier: company_number }),
      ...(logo_url && { logo: new URL(logo_url, siteUrl).href }),
      ...(phone && { telephone: phone }),
      ...(email && { email }),
      ...(address && { address: { '@type': 'PostalAddress', streetAddress: address, addressCountry: 'IL' } }),
      ...(sameAs.length > 0 && { sameAs }),
    },
  ]
}

/** The place of the organisation, which map services list. Without an address or a phone there is no node. */
export function localBusiness({ business, siteUrl }: SiteFacts): object[] {
  const { business_name: name, address, phone, mobile, email, hours, logo_url, profile_image_url } = business
  const telephone = phone ?? mobile
  if (!name || !address || !telephone) return []
  const image = [profile_image_url, logo_url].flatMap((url) => (url ? [new URL(url, siteUrl).href] : []))
  const opening = openingHours(hours ?? '')
  return [
    {
      '@type': 'LocalBusiness',
      '@id': `${siteUrl}/#place`,
      name,
      url: `${siteUrl}/`,
      telephone,
      ...(email && { email }),
      address: { '@type': 'PostalAddress', streetAddress: address, addressCountry: 'IL' },
      ...(opening.length > 0 && { openingHours: opening }),
      ...(image.length > 0 && { image }),
      parentOrganization: { '@id': `${siteUrl}/#organization` },
    },
  ]
}

export function website({ business, siteUrl }: SiteFacts): object[] {
  if (!business.business_name) return []
  return [
    {
      '@type': 'WebSite',
      '@id': `${siteUrl}/#website`,
      url: `${siteUrl}/`,
      name: business.business_name,
      inLanguage: 'he-IL',
      publisher: { '@id': `${siteUrl}/#organization` },
    },
  ]
}

/** Breadcrumbs from the home page to the page itself. */
export function breadcrumbs(siteUrl: string, way: readonly { name: string; path: string }[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'דף הבית', path: '/' }, ...way].map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: siteUrl + path,
    })),
  }
}
