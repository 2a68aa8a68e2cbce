import { expect, test } from 'vitest'
import type { Backend } from '#client/backend.ts'
import { addImage } from './images.data.ts'

const sized = (type: string, bytes: number) =>
  Object.defineProperty(new File(['x'], 'file', { type }), 'size', { value: bytes })

test.each([
  ['a video of 300 MB', sized('video/mp4', 300 * 1024 ** 2), 'picture_is_video'],
  ['a picture of more than 10 MB', sized('image/jpeg', 10 * 1024 ** 2 + 1), 'picture_too_large'],
])('%s is refused before its upload starts', async (_file, file, code) => {
  const requests: string[] = []
  const functions = { invoke: (name: string) => Promise.resolve({ data: requests.push(name), error: null }) }
  await expect(addImage({ functions } as unknown as Backend, file)).rejects.toMatchObject({ code })
  expect(requests).toEqual([])
})
