// The video of a stage: an own file in a public bucket, or an address elsewhere. It has nothing of a person.
import { z } from '#lib/schema.ts'
import { parseVideoAddress } from '#platform/player/video-source.ts'

export const videosBucket = 'quiz-videos'

/** Where an own file is served from. */
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
  /** WebVTT of this site. */
  captions: z
    .string()
    .trim()
    .max(500)
    .regex(/^\/[^/\s]\S*$/, 'כתובת הכתוביות היא של קובץ באתר הזה, ומתחילה בקו נטוי')
    .optional(),
})
export type StageVideo = z.infer<typeof StageVideo>
