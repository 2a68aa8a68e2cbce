import '#ui/forms/field.css'
import './player.css'
import { Captions, Maximize, Pause, Play, Volume2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { EmbeddedVideo } from './embedded-video.tsx'
import { NativeVideo } from './native-video.tsx'
import { type Playback, type PlayerVideo, type Progress, rates } from './playback.ts'
import { formatPosition } from './player-time.ts'
import { Poster } from './poster.tsx'
import { savedPosition, savePosition } from './resume.ts'
import { Transcript } from './transcript.tsx'
import { isEmbed, providerNames, watchAddress } from './video-source.ts'

export type VideoPlayerProps = {
  video: PlayerVideo
  startAt?: number
  /** The position of a broadcast in seconds, by the server's clock. If set, the viewer cannot seek. */
  clock?: (() => number) | undefined
  /** A live stream, which has no speed to select. */
  isStream?: boolean
  /** Whether third-party cookies and functional storage are allowed. Read in the browser only. */
  isAllowed?: () => boolean
  /** The key of the video's stored position. Without it no position is stored. */
  resumeKey?: string
  /** Set while the video accepts commands, so that the caller can seek. */
  control?: React.RefObject<Playback | null>
  /** Called with every position report, about four per second. */
  onProgress?: (progress: Progress) => void
}

const refuse = () => false
const atRest: Progress = { position: 0, playing: false, muted: false, rate: 1, duration: 0 }

/** A video. Another site's player is loaded on a click, after consent or an explicit agreement. */
export function VideoPlayer({
  video,
  startAt = 0,
  clock,
  isStream = false,
  isAllowed = refuse,
  resumeKey,
  control,
  onProgress,
}: VideoPlayerProps) {
  const frame = useRef<HTMLDivElement>(null)
  const own = useRef<Playback>(null)
  const playback = control ?? own
  const [stage, setStage] = useState<'rest' | 'asking' | 'open'>('rest')
  const [progress, setProgress] = useState(atRest)
  const [left, setLeft] = useState(0)
  const [isAwake, setAwake] = useState(false)
  const embedded = isEmbed(video.source)
  const rateId = useId()

  useEffect(() => {
    setAwake(true)
    if (resumeKey && !clock && startAt === 0) setLeft(savedPosition(resumeKey))
    // A broadcast starts muted without a click where cookies are allowed.
    if (clock && isAllowed()) setStage('open')
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const report = (next: Progress) => {
    onProgress?.(next)
    // State updates only when the displayed values change, not with every report.
    setProgress((before) =>
      before.playing === next.playing && before.muted === next.muted ? before : { ...next, position: before.position },
    )
    if (resumeKey && next.position > 0 && isAllowed()) savePosition(resumeKey, next.position, next.duration)
  }
  const parts = { video, startAt, clock: isAwake ? clock : undefined, onProgress: report, ref: playback }
  const seek = (position: number) => {
    setLeft(0)
    playback.current?.seek(position)
    playback.current?.play()
    frame.current?.scrollIntoView({ block: 'nearest' })
  }
  const isPlayable = !embedded || stage === 'open'
  return (
    <div className="player">
      <div className="player__frame" ref={frame}>
        {!embedded ? (
          <NativeVideo {...parts} />
        ) : stage === 'open' ? (
          <EmbeddedVideo {...parts} />
        ) : (
          <Poster
            video={video}
            isAsking={stage === 'asking'}
            onPlay={() => setStage(isAllowed() ? 'open' : 'asking')}
            onAgree={() => setStage('open')}
          />
        )}
        {clock && progress.playing && progress.muted && (
          <button type="button" className="player__unmute" onClick={() => playback.current?.unmute()}>
            <Volume2 size={20} aria-hidden="true" /> לחצו לשמע
          </button>
        )}
      </div>
      {isAwake && clock && isPlayable && (
        <BroadcastControls frame={frame} playback={playback} isPlaying={progress.playing} clock={clock} video={video} />
      )}
      {isAwake && isPlayable && !clock && !isStream && (
        <div className="player__rate">
          <label htmlFor={rateId}>מהירות</label>
          <select
            id={rateId}
            className="select"
            defaultValue="1"
            onChange={({ target }) => playback.current?.setRate(Number(target.value))}
          >
            {rates.map((rate) => (
              <option key={rate} value={rate}>
                ×{rate}
              </option>
            ))}
          </select>
          {video.captions && !embedded && <CaptionsButton frame={frame} />}
        </div>
      )}
      {left > 0 && isPlayable && (
        <p className="player__resume">
          <Button look="soft" size="sm" onClick={() => seek(left)}>
            להמשיך מ־{formatPosition(left)}
          </Button>
        </p>
      )}
      {isPlayable && !clock && video.chapters && video.chapters.length > 0 && (
        <details className="player__more" open>
          <summary>פרקים</summary>
          <ol className="player__list">
            {video.chapters.map(({ at, title }) => (
              <li key={at}>
                <button type="button" disabled={!isAwake} onClick={() => seek(at)}>
                  <bdi dir="ltr">{formatPosition(at)}</bdi> {title}
                </button>
              </li>
            ))}
          </ol>
        </details>
      )}
      {isPlayable && !clock && isAwake && video.captions && <Transcript captions={video.captions} onSeek={seek} />}
    </div>
  )
}

/** Captions are on by default; the browser's own control also has them, if it has room. */
function CaptionsButton({ frame }: Pick<ControlProps, 'frame'>) {
  const [isOn, setOn] = useState(true)
  const toggle = () => {
    const [track] = frame.current?.querySelector('video')?.textTracks ?? []
    if (track) track.mode = isOn ? 'hidden' : 'showing'
    setOn(!isOn)
  }
  return (
    <Button size="sm" aria-pressed={isOn} icon={<Captions size={16} aria-hidden="true" />} onClick={toggle}>
      כתוביות
    </Button>
  )
}

type ControlProps = {
  frame: React.RefObject<HTMLDivElement | null>
  playback: React.RefObject<Playback | null>
  isPlaying: boolean
  clock: () => number
  video: PlayerVideo
}

/** Controls of a broadcast: resuming after a pause seeks to the live position. */
function BroadcastControls({ frame, playback, isPlaying, clock, video: { source, captions } }: ControlProps) {
  const toggle = () => {
    if (isPlaying) return playback.current?.pause()
    playback.current?.seek(clock())
    playback.current?.play()
  }
  return (
    <div className="player__bar">
      <Button size="sm" icon={isPlaying ? <Pause size={16} /> : <Play size={16} />} onClick={toggle}>
        {isPlaying ? 'השהיה' : 'ניגון'}
      </Button>
      {captions && !isEmbed(source) && <CaptionsButton frame={frame} />}
      <Button size="sm" icon={<Maximize size={16} />} onClick={() => void frame.current?.requestFullscreen()}>
        מסך מלא
      </Button>
      {isEmbed(source) && (
        <a className="player__out" href={watchAddress(source)} target="_blank" rel="noreferrer">
          פתיחה ב־{providerNames[source.provider]}
        </a>
      )}
    </div>
  )
}
