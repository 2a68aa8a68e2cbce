import { type VideoPlayerProps, VideoPlayer } from '#platform/player/video-player.tsx'
import { Island } from '#ui/island.tsx'

export type SiteVideoProps = Pick<VideoPlayerProps, 'video' | 'startAt' | 'resumeKey'>

/** A video on a page of the site. Without JavaScript a file has the browser's controls, and an embed is a link. */
export const SiteVideo = (props: SiteVideoProps) => (
  <Island name="site-video" props={props} wakes>
    <VideoPlayer {...props} />
  </Island>
)
