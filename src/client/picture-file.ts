// Whether a chosen file is a picture that every browser shows. By its bytes: a name and a type are only what somebody says.

export const mostPictureBytes = 5 * 1024 * 1024
export const mostPixelsASide = 6_000

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

/** What the first bytes say the file is; undefined for everything that is no such picture, whatever it calls itself. */
export const pictureFormat = (bytes: Uint8Array): PictureFormat | undefined => formats.find(({ fits }) => fits(bytes))

/** Why a file is not taken: a code that a contract has a sentence for. */
export class PictureRefused extends Error {
  readonly code: string
  constructor(code: 'picture_type' | 'picture_size' | 'picture_pixels' | 'picture_broken' | 'not_signed_in') {
    super(code)
    this.name = 'PictureRefused'
    this.code = code
  }
}

/** Looks into the file and draws it once. Throws a PictureRefused. `draw` answers the picture's size in pixels. */
export async function checkPicture(file: Blob, draw = drawnSize): Promise<PictureFormat> {
  if (file.size > mostPictureBytes) throw new PictureRefused('picture_size')
  const format = pictureFormat(new Uint8Array(await file.slice(0, 16).arrayBuffer()))
  if (!format) throw new PictureRefused('picture_type')
  const size = await draw(file).catch(() => {
    throw new PictureRefused('picture_broken')
  })
  if (Math.max(size.width, size.height) > mostPixelsASide) throw new PictureRefused('picture_pixels')
  return format
}

async function drawnSize(file: Blob) {
  const drawn = await createImageBitmap(file)
  const { width, height } = drawn
  drawn.close()
  return { width, height }
}
