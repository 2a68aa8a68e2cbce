import type { StoredProfile } from '#features/business-profile/business-edit.data.ts'
import { SettingsCard } from '../settings-card.tsx'
import { PictureSlot } from './picture-slot.tsx'

/** Each is on the site as soon as it is uploaded: there is nothing more to save. */
export const PicturesCard = ({ profile }: { profile: StoredProfile }) => (
  <SettingsCard title="לוגו ותמונת פרופיל" text="PNG, JPG, WebP או AVIF, עד 5 מ״ב. כל תמונה נשמרת מיד.">
    <div className="brand__pictures">
      <PictureSlot
        kind="logo-light"
        title="לוגו לרקע בהיר"
        ground="light"
        profileOf={profile.user_id}
        address={profile.logo_light_url}
      />
      <PictureSlot
        kind="logo-dark"
        title="לוגו לרקע כהה"
        ground="dark"
        profileOf={profile.user_id}
        address={profile.logo_dark_url}
      />
      <PictureSlot
        kind="profile"
        title="תמונת פרופיל"
        ground="light"
        profileOf={profile.user_id}
        address={profile.profile_image_url}
      />
    </div>
  </SettingsCard>
)
