// Reads of the business profile: name, logos and colours.
import { useQuery } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend, useUserId } from '#client/session-context.tsx'
import type { BusinessProfile, PublicBusinessProfile } from './business-profile.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'business_profiles.socials': PublicBusinessProfile['socials']
    'business_profiles.brand_colors': PublicBusinessProfile['brand_colors']
    'get_public_business_profile.socials': PublicBusinessProfile['socials']
    'get_public_business_profile.brand_colors': PublicBusinessProfile['brand_colors']
  }
}

/** The columns that the app shell shows. */
export type ShownBusiness = Pick<
  BusinessProfile,
  'business_name' | 'logo_url' | 'logo_light_url' | 'logo_dark_url' | 'brand_colors'
>

export const businessProfileKey = ['business-profile'] as const
const shownColumns = 'business_name, logo_url, logo_light_url, logo_dark_url, brand_colors'

/** The user's own profile, or the owner's if there is none. */
export async function readBusinessProfile(backend: Backend, userId: string): Promise<ShownBusiness | null> {
  const { data: own } = await backend
    .from('business_profiles')
    .select(shownColumns)
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError()
  return own ?? readPublicBusinessProfile(backend)
}

/** The public columns of the business profile, readable without a session. */
export async function readPublicBusinessProfile(backend: Backend): Promise<PublicBusinessProfile | null> {
  const { data } = await backend.rpc('get_public_business_profile').maybeSingle().throwOnError()
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
