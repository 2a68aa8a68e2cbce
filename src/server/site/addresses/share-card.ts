// Renders the share image of a page: its Hebrew title on a landscape in the brand colours.
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import { defaultColours, isHexColour, darkenForWhiteText } from '#platform/business-profile/brand.ts'
import { channelsOf } from '#platform/business-profile/contrast.ts'
import type { PublicBusinessProfile } from '#platform/business-profile/business-profile.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { cardHeight, cardWidth } from '#web/head/share-card-size.ts'
import { type Colours, mixed, paintBackground } from './share-card-background.ts'
import { escapeHtml } from '../escape-html.ts'

const margin = 80
/** The area of the title, which is centred in it: above the hills. */
const sky = { top: 64, height: 290 }
// In pixels; the largest that fits is used.
const titleSizes = [88, 76, 66, 56, 48, 40] as const
const mostLetters = 140

// Pango needs the trailing comma, else it parses "Medium" as the weight.
const family = 'Frank Ruhl Libre Medium,'
const fontFolder = resolve(import.meta.dirname, '../../ui/fonts')
const fonts = ['lat', 'he'].map((letters) => join(fontFolder, `frank-ruhl-libre-medium-${letters}.ttf`))

export type Card = { title: string; business: Pick<PublicBusinessProfile, 'business_name' | 'brand_colors'> }

/** A PNG of 1200 × 630 pixels, about 30 KB. */
export async function renderShareCard({ title, business }: Card): Promise<Buffer> {
  const colours = coloursOf(business.brand_colors)
  const [words, name] = [
    await fitTitle(shortened(title), hex(colours.deep)),
    business.business_name && (await write(shortened(business.business_name), 38, '#ffffff', cardWidth - 2 * margin)),
  ]
  const ground = { raw: { width: cardWidth, height: cardHeight, channels: 3 as const } }
  return sharp(paintBackground(cardWidth, cardHeight, colours), ground)
    .composite([
      {
        input: words.data,
        top: sky.top + Math.max(0, Math.round((sky.height - words.info.height) / 2)),
        left: cardWidth - margin - words.info.width,
      },
      ...(name ? [{ input: name.data, top: cardHeight - 106, left: cardWidth - margin - name.info.width }] : []),
    ])
    .png({ palette: true, colours: 128, effort: 7 })
    .toBuffer()
}

async function fitTitle(title: string, colour: string) {
  const widest = cardWidth - 2 * margin
  let size: number = titleSizes[0]
  let words = await write(title, size, colour, widest)
  for (size of titleSizes) {
    words = await write(title, size, colour, widest)
    if (words.info.height <= sky.height) break
  }
  // The narrowest width with the same number of lines, to avoid a last line of one word.
  for (const share of [0.6, 0.7, 0.8, 0.9]) {
    const narrower = await write(title, size, colour, Math.round(widest * share))
    if (narrower.info.height < words.info.height + size / 2) return narrower
  }
  return words
}

/** Renders text to an image of its own size. Pango does shaping and bidi. */
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
  return line.length > mostLetters ? `${line.slice(0, mostLetters).trimEnd()}…` : line
}

function coloursOf(chosen: PublicBusinessProfile['brand_colors']): Colours {
  const seed = (name: keyof typeof defaultColours) => {
    const colour = chosen?.[name]
    return colour && isHexColour(colour) ? colour : defaultColours[name]
  }
  const white = [255, 255, 255] as const
  const [pine, deep, honey] = [
    darkenForWhiteText(seed('primary')),
    darkenForWhiteText(seed('secondary')),
    seed('accent'),
  ]
  return {
    paper: mixed(channelsOf(honey), 0.045, white),
    mist: mixed(channelsOf(pine), 0.16, white),
    honey: mixed(channelsOf(honey), 0.82, white),
    pine: channelsOf(pine),
    deep: channelsOf(deep),
  }
}

const hex = (channels: readonly number[]) =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
