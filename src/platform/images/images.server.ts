// add-picture: validates an uploaded file, re-encodes it from its pixels, and stores it.
import { randomUUID } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint } from '#kernel/functions/functions.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { bucket, keyOf, maxBytes, type StoredImage, refusals } from './images.ts'

/** Storage for the product's own files. */
export type Files = {
  /** Rejects if the write failed. */
  put(place: { bucket: string; key: string; type: string }, bytes: Buffer): Promise<void>
  /** Rejects if the deletion failed; a missing file is not an error. */
  remove(place: { bucket: string; keys: string[] }): Promise<void>
  /** The whole file; undefined if it does not exist. */
  read(place: { bucket: string; key: string }): Promise<Buffer | undefined>
  /** A download URL path with this file name, valid for a minute; undefined if the file does not exist. */
  sign(file: { bucket: string; key: string; name?: string; seconds?: number }): Promise<string | undefined>
}

const maxSide = 2400
const maxPixels = 40_000_000
const secondsEach = 15

export const addImage = (files: Files) =>
  defineEndpoint({
    name: 'add-picture',
    caller: async (db) => (await db.one<{ may: boolean }>('select public.is_site_editor() as may')).may,
    as: 'service', // users cannot insert image rows: a row asserts that the server has decoded the file
    methods: ['POST'],
    // Allows for the multipart overhead.
    bodyLimit: maxBytes + 4096,
    timeoutMs: 60_000,
    perClient: { burst: 60, refillMs: 60_000 },
    refusals,
    async fetch(request, { transaction, caller }) {
      const file = await fileOf(request)
      const { bytes, format, width, height } = await reencode(file.bytes)
      const picture: StoredImage = { id: randomUUID(), format, width, height }
      await files.put({ bucket, key: keyOf(picture), type: `image/${format}` }, bytes)
      await transaction((db) =>
        db.query(
          'insert into pictures (id, format, width, height, bytes, name, created_by) values ($1, $2, $3, $4, $5, $6, $7)',
          [picture.id, format, width, height, bytes.length, file.name, caller.userId],
        ),
      )
      return Response.json(picture)
    },
  })

/** The file of a multipart form, or the whole body. */
async function fileOf(request: Request): Promise<{ bytes: Buffer; name: string }> {
  const type = request.headers.get('content-type') ?? ''
  if (/^(image\/|application\/octet-stream)/i.test(type))
    return { bytes: Buffer.from(await request.arrayBuffer()), name: '' }
  if (!/^multipart\/form-data/i.test(type))
    throw new Refusal('invalid_input', 422, 'The body is neither a file nor a form with one.')
  const form = await request.formData().catch((error: unknown) => Promise.reject(toRefusal(error)))
  const file = [...form.values()].find((value) => value instanceof File)
  if (!file) throw refusal('not_a_picture')
  return { bytes: Buffer.from(await file.arrayBuffer()), name: oneLine(file.name).slice(0, 120) }
}

const toRefusal = (error: unknown) => {
  const cause = (error as { cause?: unknown }).cause ?? error
  return cause instanceof Refusal ? cause : refusal('picture_broken')
}

/** A square WebP crop, for images outside the site's library. Refusals are those of add-picture. */
export async function cropToSquare(file: Blob, side: number): Promise<Buffer> {
  // Checked before the bytes are copied.
  if (file.size > maxBytes) throw refusal('picture_too_large', 413)
  const source = Buffer.from(await file.arrayBuffer())
  return decode(source, (picture) =>
    picture
      .resize({ width: side, height: side, fit: 'cover', position: sharp.strategy.attention })
      .flatten({ background: '#fff' })
      .webp({ quality: 82 })
      .toBuffer(),
  )
}

const reencode = (source: Buffer) =>
  decode(source, async (picture) => {
    const { hasAlpha } = await picture.metadata()
    picture.resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    const format: StoredImage['format'] = hasAlpha ? 'webp' : 'jpeg'
    const { data, info } = await picture[format]({ quality: 88 }).toBuffer({ resolveWithObject: true })
    return { bytes: data, format, width: info.width, height: info.height }
  })

/** Re-encodes the pixels only, upright: SVG scripts, EXIF locations and trailing data are dropped. */
async function decode<Made>(source: Buffer, make: (picture: Sharp) => Promise<Made>): Promise<Made> {
  if (source.length > maxBytes) throw refusal('picture_too_large', 413)
  if (!isImage(source)) throw refusal(knownButRefused(source) ?? 'not_a_picture')
  const picture = sharp(source, { limitInputPixels: maxPixels, sequentialRead: true }).timeout({
    seconds: secondsEach,
  })
  try {
    return await make(picture.autoOrient())
  } catch (error) {
    throw /pixel limit/i.test(String(error)) ? refusal('picture_too_many_pixels') : refusal('picture_broken')
  }
}

/** Detected by magic bytes: file name and content type are not trustworthy. */
function isImage(bytes: Buffer): boolean {
  const at = (start: number, end: number) => bytes.subarray(start, end).toString('latin1')
  return (
    at(0, 3) === '\xff\xd8\xff' ||
    at(0, 8) === '\x89PNG\r\n\x1a\n' ||
    (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') ||
    (at(4, 8) === 'ftyp' && ['avif', 'avis'].includes(at(8, 12)))
  )
}

/** The refusal code for HEIC and SVG, which have specific messages. */
function knownButRefused(bytes: Buffer): 'picture_heic' | 'picture_svg' | undefined {
  const start = bytes.subarray(0, 512).toString('latin1')
  if (/^.{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/s.test(start)) return 'picture_heic'
  return /^\s*(?:\xef\xbb\xbf)?\s*<(?:svg|\?xml|!--|!doctype svg)/i.test(start) ? 'picture_svg' : undefined
}

const refusal = (code: keyof typeof refusals, status = 422) => new Refusal(code, status, refusals[code])
