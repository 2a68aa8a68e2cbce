// Upload of images from the browser.
import type { Backend } from '#client/backend.ts'
import { CallRefused, invoke } from '#client/invoke.ts'
import { mostBytes, type Picture } from './images.ts'

/** Uploads the file and returns the stored image. Throws a CallRefused with a code of the contract's `refusals`. */
export async function addPicture(backend: Backend, file: File): Promise<Picture> {
  // Checked before the upload: a refusal after 20 MB would come too late.
  if (file.size > mostBytes) throw new CallRefused('picture_too_large', 'The file is larger than a picture may be')
  const form = new FormData()
  form.set('file', file)
  return invoke<Picture>(backend, 'add-picture', form)
}
