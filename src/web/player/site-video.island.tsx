import { storedPreferences } from '#features/cookie-consent/stored-preferences.ts'
import { VideoPlayer } from '#platform/player/video-player.tsx'
import type { SiteVideoProps } from './site-video.tsx'

/** The player with the visitor's cookie choice: embeds and saved positions are functional. */
export const Island = (props: SiteVideoProps) => (
  <VideoPlayer {...props} isAllowed={() => storedPreferences()?.functional === true} />
)
