import { expect, test } from 'vitest'
import type { Backend } from '#client/backend.ts'
import { uploadVideo } from './launches.data.ts'

function storage() {
  const keys: string[] = []
  const upload = (key: string) => Promise.resolve({ error: null, data: keys.push(key) })
  return { keys, backend: { storage: { from: () => ({ upload }) } } as unknown as Backend }
}
const video = (bytes: number) =>
  Object.defineProperty(new File(['x'], 'שיעור.mp4', { type: 'video/mp4' }), 'size', { value: bytes })

test('a video of 500 MB is uploaded, and a larger video is refused before its upload starts', async () => {
  const { keys, backend } = storage()
  await expect(uploadVideo(backend, video(500 * 1024 ** 2 + 1))).rejects.toMatchObject({ code: 'payload_too_large' })
  expect(keys).toEqual([])
  expect([await uploadVideo(backend, video(500 * 1024 ** 2))]).toEqual(keys)
})
