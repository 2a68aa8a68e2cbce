import { isEmbed, providerNames, type VideoSource, watchAddress } from '#platform/player/video-source.ts'

/** Shown when the broadcast failed: what happens next, and a link to the provider, whose page may still show it. */
export const StreamDown = ({ source }: { source: VideoSource | null }) => (
  <p className="room__down" role="alert">
    השידור נקטע, ואנחנו מנסים לחבר אותו מחדש. אין צורך לרענן: העמוד ימשיך לבד.
    {source && isEmbed(source) && (
      <>
        {' '}
        <a href={watchAddress(source)} target="_blank" rel="noreferrer">
          פתיחה ב־{providerNames[source.provider]}
        </a>
      </>
    )}
  </p>
)
