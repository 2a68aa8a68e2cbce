// Brand of the business for the browser: three seed colours, from which the stylesheet derives all others.
import { type Channels, channelsOf, contrast } from './contrast.ts'

type Colours = { primary?: string | undefined; secondary?: string | undefined; accent?: string | undefined }
type Logos = { logo_url: string | null; logo_light_url: string | null; logo_dark_url: string | null }

/** Default colours, equal to those of the stylesheet. */
export const defaultColours = { primary: '#0c5a55', secondary: '#14363c', accent: '#f0a63a' } as const
export const seeds = ['primary', 'secondary', 'accent'] as const
export type Seed = (typeof seeds)[number]

const hexColour = /^#[0-9a-f]{6}$/i
export const isHexColour = (text: string) => hexColour.test(text)

/** CSS variables for the root element (spec §9). Invalid colours are omitted, so that the default applies. */
export function brandVariables(colours: Colours | null | undefined): Record<string, string> {
  return Object.fromEntries(
    seeds
      .map((seed) => [`--brand-${seed}`, colours?.[seed] ?? ''] as const)
      .filter(([, colour]) => isHexColour(colour)),
  )
}

/**
 * The colour, darkened if its contrast with white is too low. For output without the stylesheet. 4.8:1 leaves a margin
 * for tinted backgrounds.
 */
export function darkenForWhiteText(colour: string): string {
  let channels = channelsOf(colour)
  while (contrast(white, channels) < 4.8)
    channels = channels.map((channel) => Math.floor(channel * 0.95)) as unknown as Channels
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

const white: Channels = [255, 255, 255]

/** The logo variant for a background, else the general logo. */
export function logoFor(logos: Logos, dark: boolean): string | undefined {
  return (dark ? logos.logo_dark_url : logos.logo_light_url) ?? logos.logo_url ?? undefined
}
