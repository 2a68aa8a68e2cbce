// The video of a stage: a file in a public bucket, or an external URL. Contains no personal data.
import { z } from '#lib/schema.ts'
import { parseVideoAddress } from '#platform/player/video-source.ts'

export const videosBucket = 'quiz-videos'

/** URL prefix of uploaded files. */
export const videoPath = (id: string) => `/storage/v1/object/public/${videosBucket}/${id}`

export const isOwnVideo = (address: string) => address.startsWith(videoPath(''))

export const StageVideo = z.object({
  address: z
    .string()
    .trim()
    .max(500)
    .refine(
      (text) => parseVideoAddress(text) !== undefined,
      'כתובת הסרטון אינה מוכרת: YouTube, Vimeo, או קובץ MP4 או WebM',
    ),
  /** URL of a WebVTT file on this site. */
  captions: z
    .string()
    .trim()
    .max(500)
    .regex(/^\/[^/\s]\S*$/, 'כתובת הכתוביות היא של קובץ באתר הזה, ומתחילה בקו נטוי')
    .optional(),
})
export type StageVideo = z.infer<typeof StageVideo>
