import './brand-tab.css'
import { useEditableBusiness } from '#platform/business-profile/business-edit.data.ts'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { ColoursForm } from './colours-form.tsx'
import { ImagesCard } from '#platform/business-profile/screens/images-card.tsx'
import type { StaffName } from './use-profile-form.ts'

/** Branding: three colours, two logos and an image. */
export function BrandTab({ staffName }: { staffName: StaffName }) {
  const { data: business, error, refetch } = useEditableBusiness()
  if (error && !business) return <FailedToLoad insteadOf={business} error={error} onRetry={() => void refetch()} />
  if (!business) return <Loading />
  return (
    <>
      <ColoursForm business={business} staffName={staffName} />
      {business.profile && <ImagesCard profile={business.profile} />}
    </>
  )
}
