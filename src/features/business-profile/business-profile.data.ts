// What the browser reads of the business itself: name, logos and colours.
import { useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'

export type ShownBusiness = {
  business_name: string
  logo_url: string | null
  logo_light_url: string | null
  logo_dark_url: string | null
  brand_colors: { primary: string; secondary: string; accent: string } | null
}

export const businessProfileKey = ['business-profile'] as const
const shownColumns = 'business_name, logo_url, logo_light_url, logo_dark_url, brand_colors'

/** The person's own profile, or the owner's for those who have none. */
export async function readBusinessProfile(backend: Backend, userId: string): Promise<ShownBusiness | null> {
  const own = await backend.from('business_profiles').select(shownColumns).eq('user_id', userId).maybeSingle()
  if (own.error) throw own.error
  return (own.data as ShownBusiness | null) ?? readPublicBusinessProfile(backend)
}

/** What anybody may know of the business, signed in or not. */
export async function readPublicBusinessProfile(backend: Backend): Promise<ShownBusiness | null> {
  const shown = await backend.rpc('get_public_business_profile').maybeSingle()
  if (shown.error) throw shown.error
  return shown.data as ShownBusiness | null
}

export function useBusinessProfile() {
  const backend = useBackend()
  const userId = useUserId()
  return useQuery({ queryKey: [...businessProfileKey, userId], queryFn: () => readBusinessProfile(backend, userId) })
}

export function usePublicBusinessProfile() {
  const backend = useBackend()
  return useQuery({ queryKey: [...businessProfileKey, 'public'], queryFn: () => readPublicBusinessProfile(backend) })
}
