import { useEffect, useMemo } from 'react'
import { VideoPlayer } from '#platform/player/video-player.tsx'
import { ButtonLink } from '#ui/button.tsx'
import type { ShownVideo } from './launch-view.ts'
import { type Segment, trackPlayback } from './playback.ts'

type Props = {
  /** Path of the endpoint that records the progress. */
  path: string
  content: string
  title: string
  video: ShownVideo | null
  /** The URL of the image shown before playback. */
  poster?: string
  /** The position of the last visit, in seconds. */
  startsAt: number
}

/**
 * The video of a content. Records that the visible page was opened and which seconds were played; a mail scanner
 * triggers neither.
 */
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

/** Not awaited: a failed post loses only its segment. */
function post(path: string, content: string, { from, until }: Segment) {
  const body = new URLSearchParams({ content, from: String(from), until: String(until) })
  void fetch(path, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => {})
}
