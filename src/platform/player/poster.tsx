import { Play } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import type { PlayerVideo } from './playback.ts'
import { providerNames, watchAddress } from './video-source.ts'

type Props = {
  video: PlayerVideo
  /** Whether the viewer pressed play but has not consented to the provider's content yet. */
  isAsking: boolean
  onPlay: () => void
  onAgree: () => void
}

/** The poster of an embedded video. Without JavaScript it is a link to the provider. */
export function Poster({ video: { source, title, poster }, isAsking, onPlay, onAgree }: Props) {
  const name = providerNames[source.provider]
  const address = watchAddress(source)
  const agree = useRef<HTMLButtonElement>(null)
  // Moves the focus to the consent prompt, because the pressed button was removed.
  useEffect(() => {
    if (isAsking) agree.current?.focus()
  }, [isAsking])
  return (
    <div className="player__media player__poster">
      {poster && <img src={poster} alt="" loading="lazy" decoding="async" />}
      {isAsking ? (
        <section className="player__ask" aria-label={`הפעלה מ־${name}`}>
          <p>
            הסרטון מתארח ב־{name}. ההפעלה כאן טוענת את הנגן של {name}, שעשוי לשמור עוגיות.
          </p>
          <Button ref={agree} look="accent" onClick={onAgree}>
            הפעלה כאן
          </Button>
          <a href={address} target="_blank" rel="noreferrer">
            צפייה ב־{name}
          </a>
        </section>
      ) : (
        <a
          className="player__start"
          href={address}
          target="_blank"
          rel="noreferrer"
          aria-label={`הפעלת הסרטון: ${title}`}
          onClick={(event) => {
            event.preventDefault()
            onPlay()
          }}
        >
          <Play size={28} aria-hidden="true" />
        </a>
      )}
    </div>
  )
}
