import './profile-tab.css'
import { useOwnProfile } from '#features/team/own-profile.data.ts'
import { Loading } from '#ui/states/spinner.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { OwnProfileForm } from './own-profile-form.tsx'
import { PhotoCard } from './photo-card.tsx'

/** The signed-in user's public profile. */
export function ProfileTab() {
  const { data: profile, error, isPending, refetch } = useOwnProfile()
  if (isPending) return <Loading />
  if (error && !profile) return <FailedToLoad insteadOf={profile} error={error} onRetry={() => void refetch()} />
  return (
    <div className="settings__form">
      <PhotoCard profile={profile} />
      <OwnProfileForm profile={profile} />
    </div>
  )
}
