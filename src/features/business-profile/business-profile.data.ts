// What the browser reads of the business itself: name, logos and colours.
import { useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'
import type { BusinessProfile, PublicBusinessProfile } from './business-profile.ts'

/** As much of it as a screen of the app shows around its content. */
export type ShownBusiness = Pick<
  BusinessProfile,
  'business_name' | 'logo_url' | 'logo_light_url' | 'logo_dark_url' | 'brand_colors'
>

export const businessProfileKey = ['business-profile'] as const
const shownColumns = 'business_name, logo_url, logo_light_url, logo_dark_url, brand_colors'

/** The person's own profile, or the owner's for those who have none. */
export async function readBusinessProfile(backend: Backend, userId: string): Promise<ShownBusiness | null> {
  const { data: own } = await backend
    .from('business_profiles')
    .select(shownColumns)
    .eq('user_id', userId)
    .maybeSingle<ShownBusiness>()
    .throwOnError()
  return own ?? readPublicBusinessProfile(backend)
}

/** What anybody may know of the business, signed in or not. */
export async function readPublicBusinessProfile(backend: Backend): Promise<PublicBusinessProfile | null> {
  const { data } = await backend.rpc('get_public_business_profile').maybeSingle<PublicBusinessProfile>().throwOnError()
  return data
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
