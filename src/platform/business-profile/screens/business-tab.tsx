import { useEditableBusiness } from '#platform/business-profile/business-edit.data.ts'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { ProfileForm } from './profile-form.tsx'
import { PublishCard } from '#platform/business-profile/screens/publish-card.tsx'
import type { StaffName } from './use-profile-form.ts'

/** Business profile and publication of the site. */
export function BusinessTab({ staffName }: { staffName: StaffName }) {
  const { data: business, error, refetch } = useEditableBusiness()
  if (error && !business) return <FailedToLoad insteadOf={business} error={error} onRetry={() => void refetch()} />
  if (!business) return <Loading />
  return (
    <>
      {business.profile && <PublishCard profile={business.profile} />}
      <ProfileForm business={business} staffName={staffName} />
    </>
  )
}
