// Contract of images: upload limits, and the URLs of each width and format.
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { Instant, z } from '#lib/schema.ts'

const PictureRow = z.object({
  id: z.uuid(),
  format: z.enum(['jpeg', 'webp']),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  name: z.string(),
  alt: z.string(),
  focal_x: z.int(),
  focal_y: z.int(),
  replaced_by: z.uuid().nullable(),
  created_by: z.uuid().nullable(),
  created_at: Instant,
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { pictures: PictureRow }

/** What a page needs to render an image without layout shift. */
export const StoredImage = PictureRow.pick({ id: true, format: true, width: true, height: true })
export type StoredImage = z.infer<typeof StoredImage>

/** Grid positions of the focal point, in percent from the left and from the top. */
export const focalSteps = [0, 25, 50, 75, 100] as const

/** A stored image with its focal point for cropping. */
export type FocalImage = StoredImage & Pick<z.infer<typeof PictureRow>, 'focal_x' | 'focal_y'>

/** A reference to a picture in content: its id in the library, '' for none, and its alternative text. */
export type PlacedPicture = { id: string; alt: string }

export const noPicture: PlacedPicture = { id: '', alt: '' }

/** A picture of the library, for editors. */
export const LibraryPicture = PictureRow.omit({ created_by: true, replaced_by: true })
export type LibraryPicture = z.infer<typeof LibraryPicture>

const FocalStep = z.literal(focalSteps)

/** Editable metadata of a picture. */
export const PictureNotes = z.object({
  id: z.uuid(),
  name: z.string().transform(oneLine).pipe(z.string().max(120, 'עד 120 תווים')),
  alt: z.string().transform(oneLine).pipe(z.string().max(200, 'עד 200 תווים')),
  focal_x: FocalStep,
  focal_y: FocalStep,
})
export type PictureNotes = z.input<typeof PictureNotes>

export const PictureReplacement = z.object({ id: z.uuid(), by: z.uuid() })

export const bucket = 'pictures'

/** Maximum size in bytes; above the largest photographs of phone cameras. */
export const maxBytes = 10 * 1024 * 1024

/** The `accept` attribute of the file picker. The server checks the content. */
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
  const query = new URLSearchParams({ width: String(width), ...(height && { height: String(height) }) })
  query.set('quality', String(quality))
  query.set('format', format)
  return `/storage/v1/render/image/public/${bucket}/${keyOf(picture)}?${query.toString()}`
}

/** The `srcset` value: every width up to the image's own width. */
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
  picture_is_video: 'זה סרטון, ולא תמונה. באתר מוסיפים סרטון במקטע ״סרטון״, בהעלאת קובץ או לפי כתובת',
  picture_heic:
    'תמונת HEIC של אייפון לא נפתחת בדפדפנים. אפשר לשלוח אותה לעצמכם כ־JPG, או לבחור במצלמה ״התאימות הרבה ביותר״',
  picture_svg: 'קובץ SVG יכול להכיל קוד, ולכן אינו מתקבל. אפשר לשמור אותו כ־PNG ולהעלות שוב',
  picture_too_many_pixels: 'בתמונה יותר מ־40 מיליון פיקסלים. אפשר להקטין אותה ולנסות שוב',
  picture_not_found: 'התמונה כבר אינה בספרייה',
  picture_in_use: 'התמונה מוצגת באתר או בהודעות. אפשר להחליף אותה באחרת, או להסיר אותה משם קודם',
  picture_broken: 'לא הצלחנו לפתוח את התמונה. ייתכן שהקובץ פגום',
  too_many_requests: 'הועלו הרבה תמונות בזמן קצר. אפשר להמשיך בעוד רגע',
} as const
