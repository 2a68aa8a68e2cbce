// Validates that a chosen file is an image that every browser can display. Checks the bytes, as name and type are unreliable.

export const maxImageBytes = 5 * 1024 * 1024
export const maxImageSide = 6_000

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

const formats = [
  { type: 'image/png', ending: 'png', fits: (bytes: Uint8Array) => text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', ending: 'jpg', fits: (bytes: Uint8Array) => text(bytes, 0, 3) === '\xff\xd8\xff' },
  {
    type: 'image/webp',
    ending: 'webp',
    fits: (bytes: Uint8Array) => text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP',
  },
  {
    type: 'image/avif',
    ending: 'avif',
    fits: (bytes: Uint8Array) => text(bytes, 4, 8) === 'ftyp' && /^avi[fs]/.test(text(bytes, 8, 12)),
  },
] as const

export type PictureFormat = Pick<(typeof formats)[number], 'type' | 'ending'>

/** The format by the magic bytes; undefined for any other file, whatever its declared type. */
export const pictureFormat = (bytes: Uint8Array): PictureFormat | undefined => formats.find(({ fits }) => fits(bytes))

/** The reason why a file is refused: a code with a sentence in the contract. */
export class PictureRefused extends Error {
  readonly code: string
  constructor(code: 'picture_type' | 'picture_size' | 'picture_pixels' | 'picture_broken' | 'not_signed_in') {
    super(code)
    this.name = 'PictureRefused'
    this.code = code
  }
}

/** Checks the format and decodes the image once. Throws a PictureRefused. `draw` returns the size in pixels. */
export async function checkPicture(file: Blob, draw = drawnSize): Promise<PictureFormat> {
  if (file.size > maxImageBytes) throw new PictureRefused('picture_size')
  const format = pictureFormat(new Uint8Array(await file.slice(0, 16).arrayBuffer()))
  if (!format) throw new PictureRefused('picture_type')
  const size = await draw(file).catch(() => {
    throw new PictureRefused('picture_broken')
  })
  if (Math.max(size.width, size.height) > maxImageSide) throw new PictureRefused('picture_pixels')
  return format
}

async function drawnSize(file: Blob) {
  const drawn = await createImageBitmap(file)
  const { width, height } = drawn
  drawn.close()
  return { width, height }
}
