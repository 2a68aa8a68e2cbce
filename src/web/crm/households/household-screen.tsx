import '#features/contacts/screens/contact-screen.css'
import '#features/households/screens/household-screen.css'
import { Link } from 'react-router'
import { useHousehold, useLiveHousehold } from '#features/households/households.data.ts'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { useIdParam } from '#platform/screens/use-id-param.ts'
import { HouseholdRecord } from './household-record.tsx'

export function Component() {
  const householdId = useIdParam('householdId')
  const { data: household, error, isPending, refetch } = useHousehold(householdId)
  useLiveHousehold(householdId)
  useScreenTitle(household?.name ?? 'משק בית')
  if (isPending) return <Loading page size="lg" />
  if (error && !household) return <FailedToLoad insteadOf={household} error={error} onRetry={() => void refetch()} />
  if (!household)
    return (
      <div className="view">
        <EmptyState
          title="משק הבית לא נמצא"
          text="ייתכן שנמחק, או שאין לכם גישה אליו."
          action={
            <Link className="btn btn--primary" to="/crm/contacts">
              לכל אנשי הקשר
            </Link>
          }
        />
      </div>
    )
  return <HouseholdRecord key={household.id} household={household} />
}
