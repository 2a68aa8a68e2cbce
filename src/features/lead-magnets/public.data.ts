// Data of the public lead magnet pages.
import { isLinkToken } from '#lib/link-token.ts'
import type { Backend } from '#client/backend.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'lead_magnet_link.state': LinkedLeadMagnet['state']
  }
}

export type ShownLeadMagnet = {
  id: string
  slug: string
  title: string
  description: string
  asks_phone: boolean
  has_file: boolean
  /** Path of the landing page that contains the form, if any. */
  landing_path: string | null
  updated_at: string
}

/** Lead magnets that visitors can request, in the owner's order. */
export async function readShownLeadMagnets(backend: Backend): Promise<ShownLeadMagnet[]> {
  const { data } = await backend.rpc('shown_lead_magnets').throwOnError()
  return data
}

export type LeadMagnetVisit = {
  slug: string
  title: string
  /** Masked address. */
  email: string
  may_correct: boolean
  is_opened: boolean
  asked_newsletter: boolean
}

/** The request of a thank-you page's key; undefined for an unknown key. */
export async function readLeadMagnetVisit(backend: Backend, token: string): Promise<LeadMagnetVisit | undefined> {
  if (!isLinkToken(token)) return undefined
  const { data } = await backend.rpc('lead_magnet_visit', { token }).maybeSingle().throwOnError()
  return data ?? undefined
}

export type LinkedLeadMagnet = {
  state: 'open' | 'stopped' | 'gone' | 'expired' | 'used_up'
  slug: string
  title: string
  /** Masked address. */
  email: string
  has_file: boolean
  asset_type: string | null
  asset_bytes: number | null
  is_opened: boolean
  is_subscribed: boolean
}

/** The lead magnet of a mailed link; undefined for an unknown link. */
export async function readLinkedLeadMagnet(backend: Backend, token: string): Promise<LinkedLeadMagnet | undefined> {
  if (!isLinkToken(token)) return undefined
  const { data } = await backend.rpc('lead_magnet_link', { token }).maybeSingle().throwOnError()
  return data ?? undefined
}
