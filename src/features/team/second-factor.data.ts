// Whether team rules require the user to enrol a second factor. Until then row-level security hides all data.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasSecondFactor } from '#client/sign-in/second-factor.ts'
import { useBackend, useSession } from '#client/session-context.tsx'

/** Stays true until `settle`, so that the recovery codes can be shown after enrolment. */
export function useSecondFactorDue() {
  const backend = useBackend()
  const { session } = useSession()
  const has = hasSecondFactor(session)
  const { data: isAsked, isLoading } = useQuery({
    queryKey: ['team', 'rules', 'second factor'],
    queryFn: async () =>
      (await backend.from('team_rules').select('second_factor_required').single().throwOnError()).data
        .second_factor_required,
    enabled: !has,
  })
  const [isHeld, setHeld] = useState(false)
  if (!has && isAsked && !isHeld) setHeld(true)
  return { isPending: isLoading, isDue: isHeld, settle: () => setHeld(false) }
}
