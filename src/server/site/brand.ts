// Brand colours as a stylesheet: the CSP forbids inline styles, and site and app share it.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { brandVariables, defaultColours } from '#platform/business-profile/brand.ts'
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { paintTile } from './paint-tile.ts'

/** The version, which changes with the logo and the colours. */
export const brandVersion = (business: PublicBusinessProfile) =>
  createHash('sha256')
    .update(JSON.stringify([business.brand_colors, business.logo_url]))
    .digest('base64url')
    .slice(0, 12)

/** Serves `/brand.css` and `/favicon.svg`, as immutable under the current version, else revalidated. */
export function mountBrand(app: FastifyInstance, readBusiness: () => Promise<PublicBusinessProfile>) {
  const serve = (path: string, type: string, write: (business: PublicBusinessProfile) => string | Promise<Buffer>) => {
    // Painting the largest icon blocks the event loop for some tens of milliseconds, and any client may request it.
    let made: { version: string; file: Promise<string | Buffer> } | undefined
    function fileOf(business: PublicBusinessProfile, version: string) {
      if (made?.version === version) return made.file
      const making = { version, file: Promise.resolve(write(business)) }
      made = making
      // A failure is not cached: the next request retries.
      making.file.catch(() => made === making && (made = undefined))
      return making.file
    }
    app.get<{ Querystring: { v?: string } }>(path, async (request, reply) => {
      const business = await readBusiness()
      const version = brandVersion(business)
      const etag = `"${version}"`
      const cacheControl = request.query.v === version ? 'public, max-age=31536000, immutable' : 'no-cache'
      reply.headers({ 'content-type': type, 'cache-control': cacheControl, 'x-content-type-options': 'nosniff', etag })
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.send(await fileOf(business, version))
    })
  }
  serve('/favicon.ico', 'image/x-icon', async (business) => icoOf(await tilePng(business, 32), 32))
  // Touch icons fill their square: the device rounds the corners.
  for (const path of ['/apple-touch-icon.png', '/apple-touch-icon-precomposed.png'])
    serve(path, 'image/png', (business) => tilePng(business, 180))
  for (const side of appIconSides) serve(appIconPath(side), 'image/png', (business) => tilePng(business, side))
  serve('/brand.css', 'text/css; charset=utf-8', brandSheet)
  serve('/favicon.svg', 'image/svg+xml', tile)
}

/** Icons of the installed portal. They fill their square, because devices mask them. */
export const appIconSides = [192, 512] as const
export const appIconPath = (side: number) => `/app-icon-${side}.png`

/** The theme colour of the installed app. */
export const themeColour = (business: PublicBusinessProfile) => tileColours(business).ground

function brandSheet({ brand_colors }: PublicBusinessProfile) {
  const rules = Object.entries(brandVariables(brand_colors)).map(([name, value]) => `${name}:${value}`)
  return `:root{${rules.join(';')}}`
}

function tileColours({ brand_colors }: Pick<PublicBusinessProfile, 'brand_colors'>) {
  const variables = brandVariables(brand_colors)
  return {
    ground: variables['--brand-primary'] ?? defaultColours.primary,
    coin: variables['--brand-accent'] ?? defaultColours.accent,
  }
}

/** The logo mark in the brand colours. */
function tile({ brand_colors }: PublicBusinessProfile) {
  const { ground, coin } = tileColours({ brand_colors })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M0 14A14 14 0 0 1 14 0H32C49.7 0 64 14.3 64 32V58a6 6 0 0 1-6 6H14A14 14 0 0 1 0 50Z" fill="${ground}"/><g transform="translate(11.5 9.5) scale(.86)"><path d="M5 6h20.5C35.2 6 41 11.8 41 21.5V34h3v8H5v-8h27.5V22.2c0-5-2.7-7.7-7.7-7.7H5Z" fill="#fff"/><circle cx="18.6" cy="24.2" r="5" fill="${coin}"/></g></svg>`
}

const tilePng = (business: PublicBusinessProfile, side: number): Promise<Buffer> =>
  sharp(paintTile(side, tileColours(business), side < 64), { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer()

/** An ICO file with one image: its directory, then the PNG. */
function icoOf(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(side, 6)
  head.writeUInt8(side, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
