// Contract of the video player: the source of a video, its captions and its chapters.
import { z } from '#lib/schema.ts'
import { parseVideoAddress, providers } from './video-source.ts'

export const VideoSource = z.strictObject({ provider: z.enum(providers), ref: z.string().min(1).max(500) })

export const videoAddressInvalid = 'צריך כתובת של סרטון ב־YouTube או ב־Vimeo, של קובץ MP4 או WebM, או של שידור HLS'

/** A typed URL, transformed to a source. */
export const VideoAddress = z
  .string(videoAddressInvalid)
  .max(500, videoAddressInvalid)
  .transform((typed, context) => {
    const source = parseVideoAddress(typed)
    if (source) return source
    context.addIssue({ code: 'custom', message: videoAddressInvalid })
    return z.NEVER
  })

export const Chapter = z.strictObject({
  /** Seconds from the start. */
  at: z.int().min(0),
  title: z.string().min(1).max(120),
})
