import { useEffect, useMemo } from 'react'
import { VideoPlayer } from '#platform/player/video-player.tsx'
import { ButtonLink } from '#ui/button.tsx'
import type { ShownVideo } from './launch-view.ts'
import { type Segment, trackPlayback } from './playback.ts'

type Props = {
  /** Where progress is posted. */
  path: string
  content: string
  title: string
  video: ShownVideo | null
  /** The address of the picture before it plays. */
  poster?: string
  /** Seconds, of the last visit. */
  startsAt: number
}

/** The video of a content. Notes that the visible page was opened and which seconds were played, which a mail scanner does not. */
export function Island({ path, content, title, video, poster, startsAt }: Props) {
  const playback = useMemo(() => trackPlayback((segment) => post(path, content, segment)), [path, content])
  useEffect(() => {
    let isOpened = false
    const follow = () => {
      if (document.visibilityState === 'hidden') playback.flush()
      else if (!isOpened) {
        isOpened = true
        post(path, content, { from: 0, until: 0 })
      }
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      playback.flush()
    }
  }, [path, content, playback])
  if (!video) return null
  const { source, address, captions, chapters } = video
  if (source === 'link')
    return (
      <ButtonLink look="primary" size="lg" href={address} target="_blank" rel="noreferrer">
        {`לצפייה: ${title}`}
      </ButtonLink>
    )
  return (
    <VideoPlayer
      video={{ source: { provider: source, ref: address }, title, captions: captions ?? undefined, chapters, poster }}
      startAt={startsAt}
      onProgress={playback.report}
    />
  )
}

/** A lost note is no harm: later ones carry the later seconds. */
function post(path: string, content: string, { from, until }: Segment) {
  const body = new URLSearchParams({ content, from: String(from), until: String(until) })
  void fetch(path, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => {})
}
