import type { RefObject } from 'react'
import type { Playback } from '#platform/player/playback.ts'
import { formatPosition } from '#platform/player/player-time.ts'
import { VideoPlayer } from '#platform/player/video-player.tsx'
import type { VideoSource } from '#platform/player/video-source.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { ownRecording } from '../own-recording.ts'
import { useOpenRecording } from '../webinars.data.ts'

type Props = {
  title: string
  recording: VideoSource
  control: RefObject<Playback | null>
  /** The position of the video; undefined before playback or a seek. */
  second: number | undefined
  onSecond: (second: number) => void
  onPlace: (second: number) => void
}

/** The recording beside the ruler: an interaction is placed at the position of the video. */
export function RulerVideo({ title, recording, control, second, onSecond, onPlace }: Props) {
  const open = useOpenRecording()
  const file = ownRecording(recording)
  const source = file ? open.data && ({ provider: 'file', ref: open.data } as const) : recording
  if (!source)
    return (
      <p>
        <Button
          busy={open.isPending}
          onClick={() => open.mutate(file!, { onError: () => void toast.error('ההקלטה לא נפתחה. אפשר לנסות שוב') })}
        >
          פתיחת ההקלטה ליד הסרגל
        </Button>
      </p>
    )
  return (
    <div className="ruler-video">
      <VideoPlayer
        key={source.ref}
        video={{ source, title }}
        control={control}
        onProgress={({ position }) => onSecond(Math.floor(position))}
      />
      {second !== undefined && <Button onClick={() => onPlace(second)}>{`רגע חדש ב־${formatPosition(second)}`}</Button>}
    </div>
  )
}
