import { expect, test } from 'vitest'
import { refusals } from './business-profile.ts'
import { checkPicture, pictureFormat } from '#client/picture-file.ts'

const bytes = (latin1: string) => Uint8Array.from(latin1, (letter) => letter.charCodeAt(0))
const png = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'
const drawn =
  (width: number, height = width) =>
  () =>
    Promise.resolve({ width, height })

test.each([
  ['PNG', png, 'png'],
  ['JPEG', '\xff\xd8\xff\xe0\0\x10JFIF', 'jpg'],
  ['WebP', 'RIFF\x24\0\0\0WEBPVP8 ', 'webp'],
  ['AVIF', '\0\0\0\x1cftypavif', 'avif'],
])('a %s is detected by its first bytes', (_what, start, ending) => {
  expect(pictureFormat(bytes(start))?.ending).toBe(ending)
})

test.each([
  ['an HTML page declared as an image', '<!doctype html><script>', 'picture_type', drawn(10)],
  ['an SVG file', '<svg xmlns="http://www.w3.org/2000/svg">', 'picture_type', drawn(10)],
  ['nothing', '', 'picture_type', drawn(10)],
  ['a WAVE file in a RIFF container', 'RIFF\x24\0\0\0WAVEfmt ', 'picture_type', drawn(10)],
  ['more than five megabytes', png.padEnd(5 * 1024 * 1024 + 1, '\0'), 'picture_size', drawn(10)],
  ['an image over the pixel limit', png, 'picture_pixels', drawn(6_001, 10)],
  ['a truncated image', png, 'picture_broken', () => Promise.reject(new Error('cannot decode'))],
] as const)('%s is refused with a message', async (_what, content, code, draw) => {
  const file = new File([bytes(content)], 'logo.png', { type: 'image/png' })
  await expect(checkPicture(file, draw)).rejects.toMatchObject({ code })
  expect(refusals[code]).toMatch(/[א-ת]/)
})

test('the image type is detected from the content and not from the file name', async () => {
  const file = new File([bytes('\xff\xd8\xff\xe0')], 'logo.png', { type: 'image/png' })
  expect(await checkPicture(file, drawn(6_000))).toMatchObject({ type: 'image/jpeg', ending: 'jpg' })
})
