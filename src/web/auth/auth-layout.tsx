import './auth-screen.css'
import { lazy, type ReactNode, Suspense } from 'react'
import { logoFor } from '#features/business-profile/brand.ts'
import { useBrandColours } from '#features/business-profile/brand-colours.ts'
import { usePublicBusinessProfile } from '#features/business-profile/business-profile.data.ts'
import { Logo } from '#ui/pictures/logo.tsx'
import { isDark } from '../theme-choice.ts'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'
import { useWideScreen } from './use-wide-screen.ts'

const AuthPicture = lazy(() => import('./auth-picture.tsx'))

/** The frame of every sign-in: logo, one form, the landscape beside it. `foot` is for those who stand before the wrong door. */
export function AuthLayout({
  title,
  sub,
  foot,
  children,
}: {
  title: string
  sub?: string
  foot?: ReactNode
  children: ReactNode
}) {
  const { data: business } = usePublicBusinessProfile()
  useBrandColours(business?.brand_colors)
  const name = business?.business_name ?? ''
  const wide = useWideScreen()
  const main = useFocusOnNavigation()
  return (
    <div className="auth">
      <title>{[title, name].filter(Boolean).join(' | ')}</title>
      <a className="skip" href="#main">
        דילוג לתוכן הראשי
      </a>
      <div className="auth__grid">
        <div className="auth__form">
          <header>
            {/* The home page is no screen of this app: a plain link fetches it from the server. */}
            <a className="auth__logo" href="/" aria-label={name ? `${name}, לדף הבית` : 'לדף הבית'}>
              <Logo name={name} image={business && logoFor(business, isDark())} />
            </a>
          </header>
          <main id="main" ref={main} className="auth__box" tabIndex={-1}>
            <div>
              <h1 className="auth__title">{title}</h1>
              {sub && <p className="auth__sub">{sub}</p>}
            </div>
            {children}
          </main>
          {foot && <footer className="auth__foot">{foot}</footer>}
        </div>
        {/* The picture is a day scene, also for those who work in the dark. */}
        <aside className="auth__side" aria-label="על הליווי" data-theme="light">
          {wide && (
            <Suspense fallback={null}>
              <AuthPicture />
            </Suspense>
          )}
        </aside>
      </div>
    </div>
  )
}
