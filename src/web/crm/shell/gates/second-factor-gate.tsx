import './second-factor-gate.css'
import { useQueryClient } from '@tanstack/react-query'
import { hasSecondFactor } from '#client/sign-in/second-factor.ts'
import { useSession } from '#client/session-context.tsx'
import { Button } from '#ui/button.tsx'
import { OptionCards } from '#ui/forms/option-card.tsx'
import { AppsCard } from '#platform/accounts/security/apps-card.tsx'
import { useBusiness } from '#platform/business-profile/business-context.tsx'

/** Requires staff without a second factor to enrol one, if the policy of the business requires it. */
export function SecondFactorGate({ onDone }: { onDone: () => void }) {
  const { session, signOut } = useSession()
  const { name } = useBusiness()
  const queries = useQueryClient()
  const isReady = hasSecondFactor(session)
  return (
    <main id="main" className="gate">
      <title>{['אימות דו־שלבי', name].filter(Boolean).join(' | ')}</title>
      <h1>עוד צעד אחד לפני שנכנסים</h1>
      <p>
        {isReady
          ? 'האפליקציה מחוברת. אפשר להיכנס.'
          : 'העסק ביקש אימות דו־שלבי מכל הצוות. זה לוקח דקה: מפעילים, סורקים בטלפון ומקלידים קוד.'}
      </p>
      <h2 className="vh">אפליקציית האימות</h2>
      <OptionCards>
        <AppsCard />
      </OptionCards>
      <div className="gate__row">
        {isReady && (
          <Button
            look="primary"
            onClick={() => {
              // Earlier queries returned no rows under row-level security.
              void queries.invalidateQueries()
              onDone()
            }}
          >
            כניסה למערכת
          </Button>
        )}
        <Button onClick={() => void signOut()}>יציאה</Button>
      </div>
    </main>
  )
}
