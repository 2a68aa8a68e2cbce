import './auth-screen.css'
import { lazy, type ReactNode, Suspense } from 'react'
import { logoFor } from '#platform/business-profile/brand.ts'
import { useBrandColours } from '#platform/business-profile/brand-colours.ts'
import { usePublicBusinessProfile } from '#platform/business-profile/business-profile.data.ts'
import { Logo } from '#ui/pictures/logo.tsx'
import { isDark } from '#platform/screens/theme-choice.ts'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'
import { useSyncExternalStore } from 'react'

const AuthPicture = lazy(() => import('./auth-picture.tsx'))

/** Layout of every auth screen: logo, one form, the picture beside it. `foot` links to the other sign-in page. */
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
            {/* A plain link: the home page is served by the server, not by this app. */}
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
        {/* The picture is a day scene, so it keeps the light theme. */}
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

const wide = () => matchMedia('(min-width: 60rem)')

/** Whether the viewport has room beside the content. Only to skip fetching: the stylesheet controls the layout. */
const useWideScreen = () =>
  useSyncExternalStore(
    (listener) => {
      const query = wide()
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => wide().matches,
  )
