import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react'
import { logoFor } from '#platform/business-profile/brand.ts'
import { useBusinessProfile } from '#platform/business-profile/business-profile.data.ts'
import { useBrandColours } from '#platform/business-profile/brand-colours.ts'
import { isDark, onThemeChange } from '#platform/screens/theme-choice.ts'

type BusinessIdentity = { name: string; logo: string | undefined }
const BusinessContext = createContext<BusinessIdentity>({ name: '', logo: undefined })

/** Provides the business's name and logo, and sets its colours on the root element. */
export function BusinessProvider({ children }: { children: ReactNode }) {
  const { data: profile } = useBusinessProfile()
  const dark = useSyncExternalStore(onThemeChange, isDark)
  useBrandColours(profile?.brand_colors)
  const shown = useMemo(
    () => ({ name: profile?.business_name ?? '', logo: profile ? logoFor(profile, dark) : undefined }),
    [profile, dark],
  )
  return <BusinessContext value={shown}>{children}</BusinessContext>
}

export const useBusiness = () => useContext(BusinessContext)
