// Contract of images: upload limits, and the URLs of each width and format.
import { Instant, z } from '#lib/schema.ts'

const PictureRow = z.object({
  id: z.uuid(),
  format: z.enum(['jpeg', 'webp']),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  created_by: z.uuid().nullable(),
  created_at: Instant,
})

/** @public Row schema of each table; a test compares them with the database. */
export const rows = { pictures: PictureRow }

/** What a page needs to render an image without layout shift. */
export const StoredImage = PictureRow.pick({ id: true, format: true, width: true, height: true })
export type StoredImage = z.infer<typeof StoredImage>

export const bucket = 'pictures'

/** In bytes; above the largest photograph of a phone camera. */
export const maxBytes = 10 * 1024 * 1024

/** For the file dialog. The server checks the content. */
export const acceptedTypes = 'image/jpeg,image/png,image/webp,image/avif'

/** The storage key of the object. */
export const keyOf = ({ id, format }: Pick<StoredImage, 'id' | 'format'>) =>
  `${id}.${format === 'jpeg' ? 'jpg' : 'webp'}`

const widths = [480, 800, 1200, 1600] as const

type ImageOptions = { width: number; height?: number; format?: 'avif' | 'webp' | 'origin' }

/** The URL of an image in one width; `origin` keeps the stored format. With a height it is cropped. */
export function imageUrl(
  picture: Pick<StoredImage, 'id' | 'format'>,
  { width, height, format = 'origin' }: ImageOptions,
) {
  const quality = format === 'avif' ? 55 : 78
  const wanted = new URLSearchParams({ width: String(width), ...(height && { height: String(height) }) })
  wanted.set('quality', String(quality))
  wanted.set('format', format)
  return `/storage/v1/render/image/public/${bucket}/${keyOf(picture)}?${wanted.toString()}`
}

/** For `srcset`: every width up to the image's own. */
export function imageSources(picture: StoredImage, format: 'avif' | 'webp'): string {
  const smaller = widths.filter((width) => width < picture.width)
  const own = Math.min(picture.width, widths.at(-1)!)
  return [...smaller, ...(smaller.includes(own as (typeof widths)[number]) ? [] : [own])]
    .map((width) => `${imageUrl(picture, { width, format })} ${width}w`)
    .join(', ')
}

export const shareWidth = 1200
export const shareHeight = 630

/** The share image of a page, 1200 × 630; in its stored format, because some messengers support only JPEG. */
export const shareImageUrl = (picture: Pick<StoredImage, 'id' | 'format'>) =>
  imageUrl(picture, { width: shareWidth, height: shareHeight })

export const refusals = {
  picture_too_large: 'התמונה גדולה מ־10 מ״ב. אפשר להקטין אותה ולנסות שוב',
  payload_too_large: 'התמונה גדולה מ־10 מ״ב. אפשר להקטין אותה ולנסות שוב',
  not_a_picture: 'הקובץ אינו תמונה. אפשר להעלות JPG, PNG, WebP או AVIF',
  picture_too_many_pixels: 'בתמונה יותר מדי פיקסלים. אפשר להקטין אותה ולנסות שוב',
  picture_broken: 'לא הצלחנו לפתוח את התמונה. ייתכן שהקובץ פגום',
  too_many_requests: 'הועלו הרבה תמונות בזמן קצר. אפשר להמשיך בעוד רגע',
} as const
