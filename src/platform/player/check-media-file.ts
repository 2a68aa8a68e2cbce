// Checks a selected video or captions file before its upload.
import { videoTypeOf } from '#client/video-file.ts'
import { parseCaptions } from './captions.ts'

/** Largest accepted file, in bytes. The buckets do not accept a larger one. */
const maxBytes = { video: 500 * 1024 ** 2, captions: 1024 ** 2 } as const

export type MediaKind = keyof typeof maxBytes
type MediaType = 'video/mp4' | 'video/webm' | 'text/vtt'

export const mediaFileProblems = {
  video: 'הקובץ אינו MP4 או WebM. סרטון של טלפון אפשר לייצא כ־MP4',
  captions: 'הקובץ אינו כתוביות WebVTT. אפשר לייצא את הכתוביות בפורמט ‎.vtt, בקידוד UTF-8',
  video_size: 'הקובץ גדול מדי. עד 500 מ״ב',
  captions_size: 'הקובץ גדול מדי לקובץ כתוביות. עד 1 מ״ב',
} as const
type MediaFileProblem = keyof typeof mediaFileProblems

/** The type of a file by its content, or why it is refused. */
export async function checkMediaFile(
  file: Blob,
  kind: MediaKind,
): Promise<{ type: MediaType; problem?: undefined } | { type?: undefined; problem: MediaFileProblem }> {
  if (file.size > maxBytes[kind]) return { problem: `${kind}_size` }
  const type = kind === 'video' ? await videoTypeOf(file) : await captionsTypeOf(file)
  return type ? { type } : { problem: kind }
}

async function captionsTypeOf(file: Blob) {
  const text = await file.text()
  // Browsers ignore a file without this line, and show replacement characters for another encoding.
  const isReadable = text.startsWith('WEBVTT') && !text.includes('\uFFFD')
  return isReadable && parseCaptions(text).length > 0 ? ('text/vtt' as const) : undefined
}
