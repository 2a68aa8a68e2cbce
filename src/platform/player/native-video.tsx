import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { createDriftCorrection, type DriftCorrection } from './drift-correction.ts'
import type { Playback, PlayerVideo, Progress } from './playback.ts'

type Props = {
  video: PlayerVideo
  startAt: number
  /** The position of a broadcast by the server's clock; without it the viewer controls the position. */
  clock?: (() => number) | undefined
  onProgress: (progress: Progress) => void
  ref: Ref<Playback>
}

/** A file of this site, or HLS where the browser supports it. Works without JavaScript, with the browser's own controls. */
export function NativeVideo({ video, startAt, clock, onProgress, ref }: Props) {
  const { source, title, poster, captions, isDeferred = false } = video
  const element = useRef<HTMLVideoElement>(null)
  const drift = useRef<DriftCorrection>(undefined)
  drift.current ??= createDriftCorrection()
  const isBroadcast = clock !== undefined
  useImperativeHandle(ref, () => playbackOf(() => element.current!), [])

  useEffect(() => {
    const media = element.current!
    const start = () => {
      const position = clock?.() ?? startAt
      if (position <= 0) return
      media.currentTime = position
      drift.current!.begin()
    }
    if (media.readyState >= 1) start()
    else media.addEventListener('loadedmetadata', start, { once: true })
    if (clock) {
      media.muted = true
      // play() rejects only if autoplay is forbidden even when muted; then the viewer starts it with the button.
      media.play().catch(() => {})
    }
    return () => media.removeEventListener('loadedmetadata', start)
    // The position is used once, when the video is loaded. The first render has no clock yet, like the server's HTML.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [source.ref, isBroadcast])

  const report = () => {
    const media = element.current!
    const due = clock?.()
    const target =
      due !== undefined && !media.paused && !media.seeking ? drift.current!.target(media.currentTime, due) : undefined
    if (target !== undefined) media.currentTime = target
    onProgress({
      position: media.currentTime,
      playing: !media.paused && !media.ended,
      muted: media.muted || media.volume === 0,
      rate: media.playbackRate,
      duration: Number.isFinite(media.duration) ? media.duration : 0,
    })
  }
  return (
    // Captions depend on the video's owner.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      ref={element}
      className="player__media"
      aria-label={title}
      src={source.ref}
      poster={poster}
      controls={!clock}
      preload={isDeferred ? 'none' : 'metadata'}
      playsInline
      onKeyDown={clock ? undefined : seekByKey}
      onTimeUpdate={report}
      onPlay={report}
      onPause={report}
      onSeeked={() => {
        drift.current!.end()
        report()
      }}
      onVolumeChange={report}
      onRateChange={report}
    >
      {captions && <track kind="captions" src={captions} srcLang="he" label="עברית" default />}
    </video>
  )
}

const keySeconds = { ArrowLeft: -5, ArrowRight: 5 }

/** Arrow keys seek by seconds, because browsers differ: Chromium's step is a hundredth of the video. */
function seekByKey(event: KeyboardEvent<HTMLVideoElement>) {
  const step = keySeconds[event.key as keyof typeof keySeconds]
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  event.currentTarget.currentTime += step
}

const playbackOf = (media: () => HTMLVideoElement): Playback => ({
  seek: (position) => (media().currentTime = position),
  play: () =>
    void media()
      .play()
      .catch(() => {}),
  pause: () => media().pause(),
  unmute() {
    media().muted = false
    if (media().volume === 0) media().volume = 1
  },
  setRate: (rate) => (media().playbackRate = rate),
})
