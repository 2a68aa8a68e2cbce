import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { openEmbedChannel } from './embed-channel.ts'
import { createDriftCorrection } from './drift-correction.ts'
import { type Playback, type PlayerVideo, type Progress } from './playback.ts'
import { embedAddress } from './video-source.ts'

type Props = {
  video: PlayerVideo
  startAt: number
  clock?: (() => number) | undefined
  onProgress: (progress: Progress) => void
  ref: Ref<Playback>
}

/** The YouTube or Vimeo player in an iframe. Rendered only after the viewer's consent, because it may set cookies. */
export function EmbeddedVideo({ video: { source, title }, startAt, clock, onProgress, ref }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const channel = useRef<ReturnType<typeof openEmbedChannel>>(undefined)
  const latest = useRef({ clock, onProgress })
  useEffect(() => {
    latest.current = { clock, onProgress }
  })
  useImperativeHandle(ref, () => {
    const command = (...[what]: Parameters<NonNullable<typeof channel.current>['command']>) =>
      channel.current?.command(what)
    return {
      seek: (position) => command({ seek: position }),
      play: () => command('play'),
      pause: () => command('pause'),
      unmute: () => command('unmute'),
      setRate: (rate) => command({ rate }),
    }
  }, [])

  useEffect(() => {
    let progress: Progress = { position: startAt, playing: false, muted: !!clock, rate: 1, duration: 0 }
    const drift = createDriftCorrection()
    const opened = openEmbedChannel(frame.current!, source, (report) => {
      progress = { ...progress, ...report }
      const due = latest.current.clock?.()
      if (progress.playing) drift.endNear(progress.position)
      const target = due !== undefined && progress.playing ? drift.target(progress.position, due) : undefined
      if (target !== undefined) opened.command({ seek: target })
      latest.current.onProgress(progress)
    })
    channel.current = opened
    return () => opened.close()
    // The frame is opened once for each video.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [source.provider, source.ref])

  const options = { startAt: clock?.() ?? startAt, muted: !!clock, origin: location.origin, isFree: !clock }
  const address = useRef(embedAddress(source, options))
  return (
    <iframe
      ref={frame}
      className="player__media"
      title={title}
      src={address.current}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
    />
  )
}
