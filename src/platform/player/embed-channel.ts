// Message protocols of embedded players: the iframes report their position by postMessage. No script of YouTube or
// Vimeo is loaded into the page.
import type { VideoSource } from './video-source.ts'

export type EmbedReport = { position?: number; playing?: boolean; muted?: boolean; rate?: number; duration?: number }

const origins = { youtube: 'https://www.youtube-nocookie.com', vimeo: 'https://player.vimeo.com' } as const
type Embedded = keyof typeof origins

/** Parses a message of the iframe; undefined for any other message. */
export function readEmbedMessage(provider: Embedded, data: unknown): EmbedReport | undefined {
  const message = asObject(typeof data === 'string' ? parsed(data) : data)
  return provider === 'youtube' ? parseYoutube(message) : parseVimeo(message)
}

function parseYoutube({ info, event }: Record<string, unknown>): EmbedReport | undefined {
  if (event !== 'infoDelivery' && event !== 'initialDelivery') return undefined
  const { currentTime, playerState, muted, playbackRate, duration } = asObject(info)
  return {
    ...(typeof currentTime === 'number' && { position: currentTime }),
    ...(typeof playerState === 'number' && { playing: playerState === 1 }),
    ...(typeof muted === 'boolean' && { muted }),
    ...(typeof playbackRate === 'number' && { rate: playbackRate }),
    ...(typeof duration === 'number' && { duration }),
  }
}

function parseVimeo({ event, data }: Record<string, unknown>): EmbedReport | undefined {
  const { seconds, playbackRate, volume, duration } = asObject(data)
  const report: EmbedReport = {
    ...(typeof seconds === 'number' && { position: seconds }),
    ...(typeof duration === 'number' && { duration }),
    ...(typeof playbackRate === 'number' && { rate: playbackRate }),
    ...(typeof volume === 'number' && { muted: volume === 0 }),
  }
  if (event === 'play' || event === 'playing' || event === 'timeupdate') return { ...report, playing: true }
  if (event === 'pause' || event === 'ended') return { ...report, playing: false }
  return Object.keys(report).length > 0 ? report : undefined
}

const asObject = (value: unknown) => Object(value) as Record<string, unknown>
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const vimeoEvents = ['play', 'pause', 'ended', 'timeupdate', 'seeked', 'volumechange', 'playbackratechange']

export type EmbedCommand = 'play' | 'pause' | 'unmute' | { seek: number } | { rate: number }

const youtubeCommand = (command: EmbedCommand) => {
  if (typeof command === 'object')
    return 'seek' in command
      ? { func: 'seekTo', args: [command.seek, true] }
      : { func: 'setPlaybackRate', args: [command.rate] }
  return { func: { play: 'playVideo', pause: 'pauseVideo', unmute: 'unMute' }[command], args: [] }
}
const vimeoCommand = (command: EmbedCommand) => {
  if (typeof command === 'object')
    return 'seek' in command
      ? { method: 'setCurrentTime', value: command.seek }
      : { method: 'setPlaybackRate', value: command.rate }
  return command === 'unmute' ? { method: 'setMuted', value: false } : { method: command }
}

/** Subscribes to the iframe's reports. `close` unsubscribes. */
export function openEmbedChannel(
  frame: HTMLIFrameElement,
  { provider }: VideoSource,
  onReport: (report: EmbedReport) => void,
) {
  const kind = provider as Embedded
  const post = (message: object) => frame.contentWindow?.postMessage(JSON.stringify(message), origins[kind])
  const subscribe = () => {
    if (kind === 'youtube') post({ event: 'listening', id: 1, channel: 'widget' })
    else for (const value of vimeoEvents) post({ method: 'addEventListener', value })
  }
  const receive = ({ source, origin, data }: MessageEvent) => {
    if (source !== frame.contentWindow || origin !== origins[kind]) return
    if (kind === 'vimeo' && asObject(typeof data === 'string' ? parsed(data) : data)['event'] === 'ready') subscribe()
    const report = readEmbedMessage(kind, data)
    if (report) onReport(report)
  }
  addEventListener('message', receive)
  frame.addEventListener('load', subscribe)
  return {
    command: (command: EmbedCommand) =>
      post(
        kind === 'youtube'
          ? { event: 'command', id: 1, channel: 'widget', ...youtubeCommand(command) }
          : vimeoCommand(command),
      ),
    close() {
      removeEventListener('message', receive)
      frame.removeEventListener('load', subscribe)
    },
  }
}
