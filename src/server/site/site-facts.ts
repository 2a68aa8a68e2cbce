// Business details that every page needs, cached in memory until the next change.
import type { Backend } from '#client/backend.ts'
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import type { SiteFacts } from '#web/pages.ts'
import { routes } from '#web/routes.ts'
import { movedPathsOf } from '#web/site/blocks/resolve-link.ts'
import { brandVersion } from './brand.ts'
import type { Renderer } from './renderer.ts'

type Options = {
  renderer: Renderer
  backend: Backend
  siteUrl: string
  backendKey: string
  readRedirects: () => Promise<ReadonlyMap<string, { to: string }>>
}

export function createSiteFacts({ renderer, backend, siteUrl, backendKey, readRedirects }: Options) {
  let held: Promise<SiteFacts> | undefined

  async function read(): Promise<SiteFacts> {
    const {
      readUnpublishedPaths,
      readAnnouncement,
      readBusiness,
      readCallBooking,
      readProductPaths,
      readPixelId,
      readSiteFrame,
    } = await renderer.open()
    const [found, pixelId, absent, offered, announcement, callBooking, frame, redirects] = await Promise.all([
      readBusiness(backend),
      readPixelId(backend),
      readUnpublishedPaths(backend),
      readProductPaths(backend),
      readAnnouncement(backend),
      readCallBooking(backend),
      readSiteFrame(backend),
      readRedirects(),
    ])
    const business = found ?? emptyProfile
    return {
      business,
      siteUrl,
      loginUrl: business.login_url ?? '/client-login',
      publishedPaths: [...addresses.filter((path) => !absent.includes(path)), ...offered],
      movedPaths: movedPathsOf(redirects, offered),
      backendKey,
      callBooking,
      pixelId,
      announcement,
      frame,
      brandVersion: brandVersion(business),
    }
  }

  return {
    read(): Promise<SiteFacts> {
      if (held) return held
      const reading = read()
      held = reading
      // A failed read is not cached: the next request retries.
      reading.catch(() => held === reading && (held = undefined))
      return reading
    },
    forget: () => void (held = undefined),
  }
}

const addresses = routes.map(({ path }) => path)

/** Defaults before the owner has entered a profile. */
const emptyProfile: PublicBusinessProfile = {
  business_name: '',
  legal_name: null,
  company_number: null,
  address: null,
  phone: null,
  mobile: null,
  email: null,
  privacy_email: null,
  accessibility_email: null,
  accessibility_coordinator: null,
  product_name: null,
  coach_name: null,
  hours: null,
  login_url: null,
  socials: {},
  logo_url: null,
  logo_light_url: null,
  logo_dark_url: null,
  profile_image_url: null,
  brand_colors: null,
  updated_at: new Date(0).toISOString(),
  is_published: false,
}
