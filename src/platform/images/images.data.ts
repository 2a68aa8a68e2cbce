// Upload of images from the browser.
import type { Backend } from '#client/backend.ts'
import { CallRefused, invoke } from '#client/invoke.ts'
import { type FocalImage, maxBytes, type StoredImage } from './images.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'shown_pictures.format': StoredImage['format']
  }
}

/** Uploads the file and returns the stored image. Throws a CallRefused with a code of the contract's `refusals`. */
export async function addImage(backend: Backend, file: File): Promise<StoredImage> {
  // Checked before the upload, so that no 20 MB are sent for a refusal.
  if (file.type.startsWith('video/')) throw new CallRefused('picture_is_video', 'The file is a video')
  if (file.size > maxBytes) throw new CallRefused('picture_too_large', 'The file is larger than a picture may be')
  const form = new FormData()
  form.set('file', file)
  return invoke<StoredImage>(backend, 'add-picture', form)
}

/** The displayed file and focal point of each picture. A deleted picture is missing from the result. */
export async function readShownPictures(
  backend: Backend,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FocalImage>> {
  if (ids.length === 0) return new Map()
  const { data } = await backend
    .from('shown_pictures')
    .select('id, file_id, format, width, height, focal_x, focal_y')
    .in('id', [...ids])
    .throwOnError()
  return new Map(data.map(({ id, file_id, ...about }) => [id, { ...about, id: file_id }]))
}
