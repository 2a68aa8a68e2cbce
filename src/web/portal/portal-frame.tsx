import './portal-frame.css'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { logoFor } from '#platform/business-profile/brand.ts'
import { useBrandColours } from '#platform/business-profile/brand-colours.ts'
import { usePublicBusinessProfile } from '#platform/business-profile/business-profile.data.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { useFocusOnNavigation } from '../auth/use-focus-on-navigation.ts'
import { nameOf } from '#platform/accounts/name-of.ts'
import { PortalLogo } from './portal-logo.tsx'
import { PortalNav } from './portal-nav.tsx'
import { UserMenu } from '../crm/shell/user-menu.tsx'
import { isDark, onThemeChange } from '#platform/screens/theme-choice.ts'
import { useFirstScreen } from '../use-first-screen.ts'
import { useSession } from '#client/session-context.tsx'

/** Portal layout: business name, user name, sign-out. */
export function PortalFrame({ children }: { children: ReactNode }) {
  const { data: business } = usePublicBusinessProfile()
  const { user } = useSession()
  const dark = useSyncExternalStore(onThemeChange, isDark)
  const main = useFocusOnNavigation()
  useFirstScreen()
  useBrandColours(business?.brand_colors)
  const name = business?.business_name ?? ''
  const person = nameOf(user)
  return (
    <div className="portal">
      <title>{['האזור האישי', name].filter(Boolean).join(' | ')}</title>
      <a className="skip" href="#main">
        דילוג לתוכן הראשי
      </a>
      <header className="portal-top">
        <div className="portal-wrap portal-top__in">
          <Link to="/client-portal" className="portal-top__logo" aria-label={`${name}, לאזור האישי`}>
            <PortalLogo name={name} image={business ? logoFor(business, dark) : undefined} />
          </Link>
          <PortalNav place="top" />
          <UserMenu
            align="end"
            trigger={
              <button type="button" className="portal-top__me">
                <Avatar name={person} />
                <span className="vh">החשבון שלי: {person}</span>
              </button>
            }
          />
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <div className="portal-wrap">{children}</div>
      </main>
      <PortalNav place="bottom" />
    </div>
  )
}
