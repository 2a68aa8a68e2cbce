// Upload of images from the browser.
import type { Backend } from '#client/backend.ts'
import { CallRefused, invoke } from '#client/invoke.ts'
import { maxBytes, type StoredImage } from './images.ts'

/** Uploads the file and returns the stored image. Throws a CallRefused with a code of the contract's `refusals`. */
export async function addImage(backend: Backend, file: File): Promise<StoredImage> {
  // Checked before the upload: a refusal after 20 MB would come too late.
  if (file.size > maxBytes) throw new CallRefused('picture_too_large', 'The file is larger than a picture may be')
  const form = new FormData()
  form.set('file', file)
  return invoke<StoredImage>(backend, 'add-picture', form)
}
