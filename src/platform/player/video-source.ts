// The source of a video, and its URLs at the provider. No schema library, because islands import it.

export const providers = ['youtube', 'vimeo', 'file', 'hls'] as const
export type Provider = (typeof providers)[number]

/** `ref`: the id at YouTube or Vimeo (with Vimeo's hash of an unlisted video after a slash), else a URL. */
export type VideoSource = { provider: Provider; ref: string }

export const providerNames: Record<Provider, string> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  file: 'קובץ וידאו',
  hls: 'שידור HLS',
}

/** Whether it is another site's player, which may set cookies. */
export const isEmbed = ({ provider }: VideoSource) => provider === 'youtube' || provider === 'vimeo'

const youtubeId = /^[\w-]{11}$/
const youtubePath = /^\/(?:embed|live|shorts|v)\/([\w-]{11})$/
const vimeoPath = /^\/(?:video\/|event\/)?(\d{6,12})(?:\/([0-9a-f]{6,20}))?\/?$/

/** Parses a pasted URL; undefined if it is not supported. A path of this site is a file. */
export function parseVideoAddress(text: string): VideoSource | undefined {
  const typed = text.trim()
  if (typed.startsWith('//')) return undefined
  if (/^\/[\w./%?=&-]+$/.test(typed)) return { provider: 'file', ref: typed }
  const url = URL.parse(/^https?:\/\//.test(typed) ? typed : `https://${typed}`)
  if (!url?.hostname.includes('.') || url.username) return undefined
  const host = url.hostname.replace(/^(?:www|m|music|player)\./, '')
  if (host === 'youtu.be') return youtubeSource(url.pathname.slice(1))
  if (host === 'youtube.com' || host === 'youtube-nocookie.com')
    return youtubeSource(url.searchParams.get('v') ?? youtubePath.exec(url.pathname)?.[1] ?? '')
  if (host === 'vimeo.com') {
    const [, id, inPath] = vimeoPath.exec(url.pathname) ?? []
    const hash = inPath ?? url.searchParams.get('h')
    return id ? { provider: 'vimeo', ref: hash ? `${id}/${hash}` : id } : undefined
  }
  if (url.protocol !== 'https:') return undefined
  if (url.pathname.endsWith('.m3u8')) return { provider: 'hls', ref: url.href }
  return /\.(?:mp4|webm|m4v|mov)$/i.test(url.pathname) ? { provider: 'file', ref: url.href } : undefined
}

const youtubeSource = (id: string): VideoSource | undefined =>
  youtubeId.test(id) ? { provider: 'youtube', ref: id } : undefined

/** The URL that a link without JavaScript opens. */
export function watchAddress({ provider, ref }: VideoSource): string {
  if (provider === 'youtube') return `https://www.youtube.com/watch?v=${ref}`
  return provider === 'vimeo' ? `https://vimeo.com/${ref}` : ref
}

/** The URL of the embedded player. `startAt` in seconds; `origin` is this site, to which the player reports. */
export function embedAddress({ provider, ref }: VideoSource, { startAt, muted, origin, isFree }: EmbedOptions): string {
  const seconds = String(Math.max(0, Math.floor(startAt)))
  if (provider === 'youtube')
    return `https://www.youtube-nocookie.com/embed/${ref}?${new URLSearchParams({
      autoplay: '1',
      mute: muted ? '1' : '0',
      start: seconds,
      enablejsapi: '1',
      origin,
      rel: '0',
      hl: 'iw',
      playsinline: '1',
      ...(!isFree && { controls: '0', disablekb: '1' }),
    }).toString()}`
  const [id, hash] = ref.split('/')
  return `https://player.vimeo.com/video/${id}?${new URLSearchParams({
    ...(hash && { h: hash }),
    autoplay: '1',
    muted: muted ? '1' : '0',
    dnt: '1',
    ...(!isFree && { controls: '0' }),
  }).toString()}#t=${seconds}s`
}

export type EmbedOptions = {
  startAt: number
  muted: boolean
  origin: string
  /** Whether the viewer may seek. */
  isFree: boolean
}
