// Handing a picture to the server from the browser.
import type { Backend } from '#client/backend.ts'
import { CallRefused, invoke } from '#client/invoke.ts'
import { mostBytes, type Picture } from './pictures.ts'

/** Sends the file and answers the picture that was made of it. Throws a CallRefused with a code of the contract's `refusals`. */
export async function addPicture(backend: Backend, file: File): Promise<Picture> {
  // Said at once: nobody should wait for 20 megabytes to be refused at their end.
  if (file.size > mostBytes) throw new CallRefused('picture_too_large', 'The file is larger than a picture may be')
  const form = new FormData()
  form.set('file', file)
  return invoke<Picture>(backend, 'add-picture', form)
}
