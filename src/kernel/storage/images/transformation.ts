// Transformation parameters, and their forms in a query string, a body and a token.
import { z } from 'zod'

const maxSide = 2000

/** Clamped to the maximum side length; zero means unset. */
const Side = z.coerce
  .number()
  .int()
  .min(0)
  .max(1_000_000)
  .transform((pixels) => Math.min(pixels, maxSide) || undefined)
  .optional()

export const Transformation = z.object({
  width: Side,
  height: Side,
  resize: z.enum(['cover', 'contain', 'fill']).optional(),
  quality: z.coerce.number().int().min(20).max(100).optional(),
  /** `origin` preserves the original format. */
  format: z.enum(['origin', 'avif', 'webp']).optional(),
})
export type Transformation = z.output<typeof Transformation>

const parts = ['height', 'width', 'resize', 'quality', 'format'] as const

export const hasTransformation = (transformation: Transformation) =>
  parts.some((part) => transformation[part] !== undefined)

/** For example `height:100,width:100,resize:cover`. */
export const formatTransformation = (transformation: Transformation) =>
  parts
    .filter((part) => part !== 'format' && transformation[part] !== undefined)
    .map((part) => `${part}:${transformation[part]}`)
    .join(',')

const resizingTypes = { cover: 'fill', contain: 'fit', fill: 'force' } as const

/** The header x-transformations: the requested transformation in imgproxy's syntax. */
export function describeTransformation({ height, width, resize = 'cover', quality, format }: Transformation) {
  const options = {
    height,
    width,
    resizing_type: (height ?? width) === undefined ? undefined : resizingTypes[resize],
    quality,
    format: format === 'origin' ? undefined : format,
  }
  return Object.entries(options)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}:${value}`)
    .join(',')
}

/** Parses the form in a signed token. */
export const parseTransformation = (text: string, format: string | undefined): Transformation =>
  Transformation.parse({
    ...Object.fromEntries(
      text
        .split(',')
        .filter(Boolean)
        .map((part) => part.split(':')),
    ),
    ...(format && { format }),
  })
