import type { StoredProfile } from '#platform/business-profile/business-edit.data.ts'
import { SettingsCard } from '#platform/screens/settings-card.tsx'
import { ImageSlot } from './image-slot.tsx'

/** Brand images; uploads take effect immediately. */
export const ImagesCard = ({ profile }: { profile: StoredProfile }) => (
  <SettingsCard title="לוגו ותמונת פרופיל" text="PNG, JPG, WebP או AVIF, עד 5 מ״ב. כל תמונה נשמרת מיד.">
    <div className="brand__pictures">
      <ImageSlot
        kind="logo-light"
        title="לוגו לרקע בהיר"
        ground="light"
        profileOf={profile.user_id}
        address={profile.logo_light_url}
      />
      <ImageSlot
        kind="logo-dark"
        title="לוגו לרקע כהה"
        ground="dark"
        profileOf={profile.user_id}
        address={profile.logo_dark_url}
      />
      <ImageSlot
        kind="profile"
        title="תמונת פרופיל"
        ground="light"
        profileOf={profile.user_id}
        address={profile.profile_image_url}
      />
    </div>
  </SettingsCard>
)
