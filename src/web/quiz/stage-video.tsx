import type { StageVideo as Video } from '#features/quiz/stage-videos.ts'
import { parseVideoAddress } from '#platform/player/video-source.ts'
import { SiteVideo } from '../player/site-video.tsx'

/** The video of the stage. It starts on a click; another site's player is loaded after consent only. */
export function StageVideo({ video: { address, captions }, stage }: { video: Video; stage: string }) {
  const source = parseVideoAddress(address)
  if (!source) return null
  const title = `סרטון לשלב ״${stage}״`
  return (
    <section className="section result-video" aria-labelledby="video-title">
      <div className="wrap">
        <div className="result-video__inner">
          <h2 className="display d2" id="video-title">
            {title}
          </h2>
          <SiteVideo video={{ source, title, ...(captions && { captions }) }} resumeKey={`quiz:${address}`} />
        </div>
      </div>
    </section>
  )
}
