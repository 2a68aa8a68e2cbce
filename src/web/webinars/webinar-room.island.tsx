import { storedPreferences } from '#features/cookie-consent/stored-preferences.ts'
import { WebinarRoom, type WebinarRoomProps } from '#features/webinars/room/webinar-room.tsx'

/** The room, with the visitor's cookie choice: embeds and saved positions are functional. */
export const Island = (props: WebinarRoomProps) => (
  <WebinarRoom {...props} isAllowed={() => storedPreferences()?.functional === true} />
)
