import { isEmbed, providerNames, type VideoSource, watchAddress } from '#platform/player/video-source.ts'

/** The broadcast failed: what happens now, and the way to the provider, whose own page may still show it. */
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
