// The business's look as the browser needs it: three seeds, from which the stylesheet derives everything else.
import { type Channels, channelsOf, contrast } from './contrast.ts'

type Colours = { primary?: string | undefined; secondary?: string | undefined; accent?: string | undefined }
type Logos = { logo_url: string | null; logo_light_url: string | null; logo_dark_url: string | null }

/** The colours of the house, as the stylesheet has them. */
export const houseColours = { primary: '#0c5a55', secondary: '#14363c', accent: '#f0a63a' } as const
export const seeds = ['primary', 'secondary', 'accent'] as const
export type Seed = (typeof seeds)[number]

const hexColour = /^#[0-9a-f]{6}$/i
export const isHexColour = (text: string) => hexColour.test(text)

/** The CSS variables for the root element (spec §9). What is no colour is left out: the house's own stays. */
export function brandVariables(colours: Colours | null | undefined): Record<string, string> {
  return Object.fromEntries(
    seeds
      .map((seed) => [`--brand-${seed}`, colours?.[seed] ?? ''] as const)
      .filter(([, colour]) => isHexColour(colour)),
  )
}

/** The colour itself if white words can be read on it and it can be read on white, else as much darker as that takes.
    For places that know no stylesheet; 4.8:1 leaves room for a tinted paper. */
export function readableWithWhite(colour: string): string {
  let channels = channelsOf(colour)
  while (contrast(white, channels) < 4.8)
    channels = channels.map((channel) => Math.floor(channel * 0.95)) as unknown as Channels
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

const white: Channels = [255, 255, 255]

/** The logo made for the ground it stands on, else the general one. */
export function logoFor(logos: Logos, dark: boolean): string | undefined {
  return (dark ? logos.logo_dark_url : logos.logo_light_url) ?? logos.logo_url ?? undefined
}
