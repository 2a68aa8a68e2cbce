// add-picture: takes a file from those who look after the site, opens it, and stores a picture made anew from its pixels.
import { randomUUID } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint } from '#kernel/functions/functions.ts'
import { bucket, keyOf, mostBytes, type Picture, refusals } from './pictures.ts'

/** Where the bytes of the product's own files go. Rejects when they were not stored. */
export type Files = { put(place: { bucket: string; key: string; type: string }, bytes: Buffer): Promise<void> }

const longestSide = 2400
const mostPixels = 50_000_000
const secondsEach = 15

export const addPicture = (files: Files) =>
  defineEndpoint({
    name: 'add-picture',
    caller: async (db) => (await db.one<{ may: boolean }>('select public.is_site_editor() as may')).may,
    as: 'service', // nobody else may write the row of a picture: it says that the server has opened it
    methods: ['POST'],
    // A form around the file takes a little more room than the file.
    bodyLimit: mostBytes + 4096,
    timeoutMs: 60_000,
    perClient: { burst: 60, refillMs: 60_000 },
    refusals,
    async fetch(request, { transaction, caller }) {
      const { bytes, format, width, height } = await remade(await bytesOf(request))
      const picture: Picture = { id: randomUUID(), format, width, height }
      await files.put({ bucket, key: keyOf(picture), type: `image/${format}` }, bytes)
      await transaction((db) =>
        db.query(
          'insert into pictures (id, format, width, height, bytes, created_by) values ($1, $2, $3, $4, $5, $6)',
          [picture.id, format, width, height, bytes.length, caller.userId],
        ),
      )
      return Response.json(picture)
    },
  })

/** The file of a form, or the whole body. */
async function bytesOf(request: Request): Promise<Buffer> {
  const type = request.headers.get('content-type') ?? ''
  if (/^(image\/|application\/octet-stream)/i.test(type)) return Buffer.from(await request.arrayBuffer())
  if (!/^multipart\/form-data/i.test(type))
    throw new Refusal('invalid_input', 422, 'The body is neither a file nor a form with one.')
  const form = await request.formData().catch((error: unknown) => Promise.reject(asRefusal(error)))
  const file = [...form.values()].find((value) => value instanceof File)
  if (!file) throw refusal('not_a_picture')
  return Buffer.from(await file.arrayBuffer())
}

const asRefusal = (error: unknown) => {
  const cause = (error as { cause?: unknown }).cause ?? error
  return cause instanceof Refusal ? cause : refusal('picture_broken')
}

/** A picture that is not one of the site's: a WebP of what matters most in it, `side` pixels wide and high. Refuses like add-picture. */
export async function squareOf(file: Blob, side: number): Promise<Buffer> {
  // Before its bytes are copied.
  if (file.size > mostBytes) throw refusal('picture_too_large', 413)
  const source = Buffer.from(await file.arrayBuffer())
  return opened(source, (picture) =>
    picture
      .resize({ width: side, height: side, fit: 'cover', position: sharp.strategy.attention })
      .flatten({ background: '#fff' })
      .webp({ quality: 82 })
      .toBuffer(),
  )
}

const remade = (source: Buffer) =>
  opened(source, async (picture) => {
    const { hasAlpha } = await picture.metadata()
    picture.resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    const format: Picture['format'] = hasAlpha ? 'webp' : 'jpeg'
    const { data, info } = await picture[format]({ quality: 88 }).toBuffer({ resolveWithObject: true })
    return { bytes: data, format, width: info.width, height: info.height }
  })

/** Only pixels come through, upright: no script of an SVG, no place of a camera, no trailing archive. */
async function opened<Made>(source: Buffer, make: (picture: Sharp) => Promise<Made>): Promise<Made> {
  if (source.length > mostBytes) throw refusal('picture_too_large', 413)
  if (!isPicture(source)) throw refusal('not_a_picture')
  const picture = sharp(source, { limitInputPixels: mostPixels, sequentialRead: true }).timeout({
    seconds: secondsEach,
  })
  try {
    return await make(picture.autoOrient())
  } catch (error) {
    throw /pixel limit/i.test(String(error)) ? refusal('picture_too_many_pixels') : refusal('picture_broken')
  }
}

/** By its first bytes: a name and a type are only what the sender says. */
function isPicture(bytes: Buffer): boolean {
  const at = (start: number, end: number) => bytes.subarray(start, end).toString('latin1')
  return (
    at(0, 3) === '\xff\xd8\xff' ||
    at(0, 8) === '\x89PNG\r\n\x1a\n' ||
    (at(0, 4) === 'RIFF' && at(8, 12) === 'WEBP') ||
    (at(4, 8) === 'ftyp' && ['avif', 'avis'].includes(at(8, 12)))
  )
}

const refusal = (code: keyof typeof refusals, status = 422) => new Refusal(code, status, refusals[code])
