import './shell.css'
import './reserved-places.css'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { useActiveRoles } from '#platform/accounts/accounts.data.ts'
import { isStaff, seesContacts } from '#platform/accounts/roles.ts'
import { useSecondFactorDue } from '#features/team/second-factor.data.ts'
import { lazyPart } from '#ui/layers/lazy-part.ts'
import { Loading } from '#ui/states/spinner.tsx'
import { useUndoKey } from '#ui/undo/undo.ts'
import { BottomBar } from './bottom-bar.tsx'
import { BusinessProvider, useBusiness } from '#platform/business-profile/business-context.tsx'
import { CallPreparationContext } from '#platform/screens/call-preparation-context.ts'
import { PaletteProvider } from '../command-palette/palette-context.tsx'
import { LiveNotices } from './live-notices.tsx'
import { PortalNotice, NoAccess } from './gates/no-access.tsx'
import { QuickAddProvider } from '../quick-add/quick-add-menu.tsx'
import { ScreenTitleProvider, useShownTitle } from '#platform/screens/screen-title.tsx'
import { useShortcut } from '../navigation/shortcuts.ts'
import { useFirstScreen } from '../../use-first-screen.ts'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

/** Lazy: rarely needed. */
const useHelp = lazyPart(() => import('./help-dialog.tsx'))
const useCalendarBanner = lazyPart(() => import('./calendar-banner.tsx'))
const ContactQuiz = lazy(async () => ({
  default: (await import('#features/quiz/screens/contact-quiz.tsx')).ContactQuiz,
}))
const prepareCall = (contactId: string) => <ContactQuiz contactId={contactId} />
const SecondFactorGate = lazy(async () => ({
  default: (await import('./gates/second-factor-gate.tsx')).SecondFactorGate,
}))

/** The CRM shell, for staff. */
export function Component() {
  const roles = useActiveRoles()
  return (
    <BusinessProvider>
      <RoleGate roles={roles} />
    </BusinessProvider>
  )
}

function RoleGate({ roles }: { roles: ReturnType<typeof useActiveRoles> }) {
  const business = useBusiness()
  const secondFactor = useSecondFactorDue()
  if (roles.isPending || secondFactor.isPending) return <Loading page size="lg" text="אימות הרשאות..." />
  if (roles.error) throw roles.error
  if (!isStaff(roles.data)) return roles.data.includes('client') ? <PortalNotice /> : <NoAccess />
  if (secondFactor.isDue)
    return (
      <Suspense fallback={<Loading page size="lg" />}>
        <SecondFactorGate onDone={secondFactor.settle} />
      </Suspense>
    )
  return (
    <ScreenTitleProvider business={business.name}>
      <QuickAddProvider>
        <CallPreparationContext value={prepareCall}>
          <PaletteProvider>
            <Frame />
            {seesContacts(roles.data) && <LiveNotices />}
          </PaletteProvider>
        </CallPreparationContext>
      </QuickAddProvider>
    </ScreenTitleProvider>
  )
}

function Frame() {
  const [help, setHelp] = useState(false)
  const parts = useHelp(help)
  const calendar = useCalendarBanner(false)
  const main = useFocusOnNavigation()
  useShortcut('help', () => setHelp(true))
  useUndoKey()
  useFirstScreen()
  return (
    <div className="frame">
      <a className="skip" href="#main">
        דילוג לתוכן הראשי
      </a>
      <div className="shell">
        <Sidebar />
        <div className="shell__main">
          <TopBar onHelp={() => setHelp(true)} />
          <main id="main" ref={main} tabIndex={-1}>
            {calendar && <calendar.CalendarBanner />}
            <Screen />
          </main>
        </div>
      </div>
      <BottomBar />
      <output className="vh">{useShownTitle()}</output>
      {parts && <parts.HelpDialog open={help} onOpenChange={setHelp} />}
    </div>
  )
}

/** The screen, or a spinner while its chunk loads. A retry does not unmount the message of a failed chunk, which counts the retries. */
function Screen() {
  const { state, location: next } = useNavigation()
  const { pathname } = useLocation()
  return state === 'loading' && next.pathname !== pathname ? <Loading page size="lg" /> : <Outlet />
}

/** Moves focus to the start of the screen after navigation, as a page load would. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [pathname])
  return main
}
