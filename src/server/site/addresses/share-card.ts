// Renders the share image of a page: its Hebrew title on a landscape in the brand colours.
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { defaultColours, isHexColour, darkenForWhiteText } from '#platform/business-profile/brand.ts'
import { channelsOf } from '#platform/business-profile/contrast.ts'
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { cardHeight, cardWidth } from '#web/head/share-card-size.ts'
import { paintTile } from '../paint-tile.ts'
import { type Colours, blendColours, paintBackground } from './share-card-background.ts'
import { escapeHtml } from '../escape-html.ts'

const margin = 80
/** The area above the hills, in which the title is centred. */
const sky = { top: 64, height: 290 }
// Font sizes in pixels; the largest that fits is used.
const titleSizes = [88, 76, 66, 56, 48, 40] as const
const maxLength = 140
/** The width of the page's image. */
const pictureWidth = 440
const markSide = 72
/** The vertical centre of name and logo. */
const baseline = cardHeight - 96
const maxPixels = 40_000_000

// Pango needs the trailing comma, else it parses "Medium" as the weight.
const family = 'Frank Ruhl Libre Medium,'
const fontFolder = resolve(import.meta.dirname, '../../../ui/fonts')
const fonts = ['lat', 'he'].map((letters) => join(fontFolder, `frank-ruhl-libre-medium-${letters}.ttf`))

export type Card = {
  title: string
  business: Pick<PublicBusinessProfile, 'business_name' | 'brand_colors'>
  /** Files of the page's image, and of the logo for dark backgrounds. */
  picture?: Buffer | undefined
  logo?: Buffer | undefined
}

/** A PNG of 1200 × 630 pixels: title, name and logo on the landscape, and the page's image at the left. About 30 KB without an image. */
export async function renderShareCard({ title, business, picture, logo }: Card): Promise<Buffer> {
  const colours = coloursOf(business.brand_colors)
  const photo = picture && (await cropPicture(picture))
  const widest = cardWidth - 2 * margin - (photo ? pictureWidth : 0)
  const mark = (logo && (await fitLogo(logo))) ?? drawMark(business.brand_colors)
  const nameRight = cardWidth - margin - mark.width - 20
  const [titleImage, name] = [
    await fitTitle(shortened(title), hex(colours.deep), widest),
    business.business_name &&
      !logo &&
      (await write(shortened(business.business_name), 38, '#ffffff', widest - mark.width - 20)),
  ]
  const ground = { raw: { width: cardWidth, height: cardHeight, channels: 3 as const } }
  return sharp(paintBackground(cardWidth, cardHeight, colours), ground)
    .composite([
      {
        input: titleImage.data,
        top: sky.top + Math.max(0, Math.round((sky.height - titleImage.info.height) / 2)),
        left: cardWidth - margin - titleImage.info.width,
      },
      { ...mark.layer, top: baseline - Math.round(mark.height / 2), left: cardWidth - margin - mark.width },
      ...(name
        ? [{ input: name.data, top: baseline - Math.round(name.info.height / 2), left: nameRight - name.info.width }]
        : []),
      ...(photo ? [{ input: photo, top: 0, left: 0 }] : []),
    ])
    .png({ palette: true, colours: photo ? 256 : 128, effort: 7 })
    .toBuffer()
}

/** Renders the page's image as the left part of the card. */
const cropPicture = (file: Buffer) =>
  sharp(file, { limitInputPixels: maxPixels })
    .resize({ width: pictureWidth, height: cardHeight, fit: 'cover', position: sharp.strategy.attention })
    .flatten({ background: '#fff' })
    .png()
    .toBuffer()

async function fitLogo(file: Buffer) {
  const { data, info } = await sharp(file, { limitInputPixels: maxPixels })
    .resize({ width: 320, height: markSide, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { layer: { input: data }, width: info.width, height: info.height }
}

/** The product's logo mark in the brand colours, used until the business uploads a logo. */
function drawMark(selected: PublicBusinessProfile['brand_colors']) {
  const ground = darkenForWhiteText(seedOf(selected, 'secondary'))
  const tile = paintTile(markSide, { ground, coin: seedOf(selected, 'accent') }, true)
  const raw = { width: markSide, height: markSide, channels: 4 as const }
  return { layer: { input: tile, raw }, width: markSide, height: markSide }
}

async function fitTitle(title: string, colour: string, widest: number) {
  let size: number = titleSizes[0]
  let rendered = await write(title, size, colour, widest)
  for (size of titleSizes) {
    rendered = await write(title, size, colour, widest)
    if (rendered.info.height <= sky.height) break
  }
  // The narrowest width with the same number of lines, to avoid a last line of one word.
  for (const share of [0.6, 0.7, 0.8, 0.9]) {
    const narrower = await write(title, size, colour, Math.round(widest * share))
    if (narrower.info.height < rendered.info.height + size / 2) return narrower
  }
  return rendered
}

/** Renders text to an image of the text's size. Pango does shaping and bidi. */
async function write(text: string, size: number, colour: string, width: number) {
  await knowFonts()
  const markup = `<span foreground="${colour}">${escapeHtml(text)}</span>`
  return sharp({
    text: {
      text: markup,
      font: `${family} ${size}`,
      fontfile: fonts[1]!,
      width,
      dpi: 72,
      rgba: true,
      wrap: 'word-char',
      spacing: 6,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
}

let known: Promise<Buffer> | undefined

/** Pango takes one font file per text. Rendering with the Latin font once registers it for all later texts. */
const knowFonts = () =>
  (known ??= sharp({ text: { text: 'a', font: `${family} 10`, fontfile: fonts[0]!, dpi: 72 } })
    .png()
    .toBuffer())

function shortened(text: string) {
  const line = oneLine(text)
  return line.length > maxLength ? `${line.slice(0, maxLength).trimEnd()}…` : line
}

function seedOf(selected: PublicBusinessProfile['brand_colors'], name: keyof typeof defaultColours): string {
  const colour = selected?.[name]
  return colour && isHexColour(colour) ? colour : defaultColours[name]
}

function coloursOf(selected: PublicBusinessProfile['brand_colors']): Colours {
  const seed = (name: keyof typeof defaultColours) => seedOf(selected, name)
  const white = [255, 255, 255] as const
  const [pine, deep, honey] = [
    darkenForWhiteText(seed('primary')),
    darkenForWhiteText(seed('secondary')),
    seed('accent'),
  ]
  return {
    paper: blendColours(channelsOf(honey), 0.045, white),
    mist: blendColours(channelsOf(pine), 0.16, white),
    honey: blendColours(channelsOf(honey), 0.82, white),
    pine: channelsOf(pine),
    deep: channelsOf(deep),
  }
}

const hex = (channels: readonly number[]) =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
