import { expect, test } from 'vitest'
import { uploadFile } from './upload-file.ts'

const file = new Blob(['bytes'])

test('an upload without a connection fails with a network error', async () => {
  const uploading = uploadFile('http://127.0.0.1:9/', file, {
    type: 'video/webm',
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  await expect(uploading).rejects.toMatchObject({ name: 'UploadFailed', problem: 'network' })
})

test('an upload that the server rejects fails with problem "refused"', async () => {
  const uploading = uploadFile('/storage/v1/object/upload/sign/no-bucket/no-file?token=no-token', file, {
    type: 'video/webm',
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  await expect(uploading).rejects.toMatchObject({ problem: 'refused' })
})

test('a cancelled upload ends with the reason of its signal', async () => {
  const abort = new AbortController()
  const uploading = uploadFile('/storage/v1/object/upload/sign/no-bucket/no-file?token=no-token', file, {
    type: 'video/webm',
    signal: abort.signal,
    onProgress: () => {},
  })
  abort.abort(new Error('cancelled'))
  await expect(uploading).rejects.toThrow('cancelled')
})
