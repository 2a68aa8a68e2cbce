import './google-callback-screen.css'
import { CircleAlert, CircleCheck, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { refusalText } from '#client/refusal.ts'
import { useBackend, useErrors, useSession } from '#client/session-context.tsx'
import { finishConnection } from '#features/calendar/calendar.data.ts'
import { refusals } from '#features/calendar/calendar.ts'
import { advice, failures, parseCallback, consumeState } from '#features/calendar/oauth-state.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { AuthLayout } from './auth-layout.tsx'

// spec §2
const afterSuccessMs = 2_000
const afterErrorMs = 3_000
const settings = '/crm/settings?tab=integrations'

type ConnectionState =
  | { is: 'loading' }
  | { is: 'connected' }
  | { is: 'cancelled' | 'failed'; message: string; advice?: string; reference: string }

/** OAuth callback of the calendar connection: shows the result and redirects to the settings. */
export function Component() {
  const state = useConnectionState()
  const navigate = useNavigate()
  useEffect(() => {
    if (state.is === 'loading') return
    const isConnected = state.is === 'connected'
    const returnToSettings = () =>
      void navigate(settings, { replace: true, state: isConnected ? { connected: 'google' } : null })
    const timer = setTimeout(returnToSettings, isConnected ? afterSuccessMs : afterErrorMs)
    return () => clearTimeout(timer)
  }, [state, navigate])
  return (
    <AuthLayout title={titles[state.is]}>
      <Result state={state} />
      {state.is !== 'loading' && (
        <p className="auth__more">
          <Link className="auth__link" to={settings} replace>
            מעבר להגדרות עכשיו
          </Link>
        </p>
      )}
    </AuthLayout>
  )
}

const titles = {
  loading: 'מחברים את היומן',
  connected: 'היומן מחובר',
  cancelled: 'החיבור בוטל',
  failed: 'החיבור לא הושלם',
} as const

function Result({ state }: { state: ConnectionState }) {
  switch (state.is) {
    case 'loading':
      return <Loading size="lg" text="משלימים את החיבור ל-Google Calendar..." />
    case 'connected':
      return (
        <Line icon={<Icon of={CircleCheck} />} kind="good">
          הכול מוכן. חוזרים להגדרות.
        </Line>
      )
    case 'cancelled':
    case 'failed': {
      const isCalm = state.is === 'cancelled'
      return (
        <Line icon={<Icon of={isCalm ? Undo2 : CircleAlert} />} kind={isCalm ? 'calm' : 'bad'}>
          {state.advice ?? state.message}
          <small>
            מספר השגיאה: <Ltr>{state.reference}</Ltr>
          </small>
        </Line>
      )
    }
  }
}

const Line = ({ icon, kind, children }: { icon: ReactNode; kind: 'good' | 'calm' | 'bad'; children: ReactNode }) => (
  <div className={`callback callback--${kind}`}>
    {icon}
    <p>{children}</p>
  </div>
)

/** Runs once, however often React mounts the screen: state and code are single-use. */
function useConnectionState(): ConnectionState {
  const { loading, user } = useSession()
  const backend = useBackend()
  const errors = useErrors()
  const queries = useQueryClient()
  const [state, setState] = useState<ConnectionState>({ is: 'loading' })
  const hasBegun = useRef(false)
  useEffect(() => {
    if (loading || hasBegun.current) return
    hasBegun.current = true
    connect(backend, user?.id).then(
      () => {
        setState({ is: 'connected' })
        void queries.invalidateQueries({ queryKey: ['calendar'] })
        toast.success('החיבור ל-Google Calendar הושלם בהצלחה!', { title: 'חיבור הושלם' })
      },
      (error: unknown) => {
        const failed = error instanceof ConnectionError ? error : new ConnectionError(refusalText(error, refusals))
        setState({ is: failed.is, ...failed.texts(), reference: errors.caught(error).reference })
        // The texts of spec §8. A consent declined by the user is shown without an error style.
        const notify = failed.is === 'cancelled' ? toast.info : toast.error
        notify(`שגיאה בחיבור: ${failed.message}`)
      },
    )
  }, [loading, user, backend, errors, queries])
  return state
}

class ConnectionError extends Error {
  readonly advice: string | undefined
  readonly is: 'cancelled' | 'failed'
  constructor(message: string, advice?: string, is: 'cancelled' | 'failed' = 'failed') {
    super(message)
    this.name = 'GoogleCalendarConnection'
    this.advice = advice
    this.is = is
  }
  texts = () => ({ message: this.message, ...(this.advice && { advice: this.advice }) })
}

/** Rejects with the reason for the failure. */
async function connect(backend: Backend, userId: string | undefined): Promise<void> {
  const landing = parseCallback(
    new URLSearchParams(location.search),
    consumeState(() => sessionStorage),
  )
  const failure = 'failure' in landing ? landing.failure : userId === undefined ? 'not_signed_in' : undefined
  if (failure)
    throw new ConnectionError(failures[failure], advice[failure], failure === 'cancelled' ? 'cancelled' : 'failed')
  await finishConnection(backend, (landing as { code: string }).code, userId!)
}
