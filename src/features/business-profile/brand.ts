// The business's look as the browser needs it: three seeds, from which the stylesheet derives everything else.
type Colours = { primary?: string | undefined; secondary?: string | undefined; accent?: string | undefined }
type Logos = { logo_url: string | null; logo_light_url: string | null; logo_dark_url: string | null }

const hexColour = /^#[0-9a-f]{6}$/i

/** The CSS variables for the root element (spec §9). What is no colour is left out: the house's own stays. */
export function brandVariables(colours: Colours | null | undefined): Record<string, string> {
  const seeds = (['primary', 'secondary', 'accent'] as const).map(
    (seed) => [`--brand-${seed}`, colours?.[seed]] as const,
  )
  return Object.fromEntries(
    seeds.filter((seed): seed is [`--brand-${'primary' | 'secondary' | 'accent'}`, string] =>
      hexColour.test(seed[1] ?? ''),
    ),
  )
}

/** The colour itself if white words can be read on it and it can be read on white, else as much darker as that takes.
    For places that know no stylesheet; 4.8:1 leaves room for a tinted paper. */
export function readableWithWhite(colour: string): string {
  let channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  while (1.05 / (luminance(channels) + 0.05) < 4.8) channels = channels.map((channel) => Math.floor(channel * 0.95))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** WCAG 2.2, relative luminance. */
function luminance(channels: number[]): number {
  const [red = 0, green = 0, blue = 0] = channels
    .map((channel) => channel / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The logo made for the ground it stands on, else the general one. */
export function logoFor(logos: Logos, dark: boolean): string | undefined {
  return (dark ? logos.logo_dark_url : logos.logo_light_url) ?? logos.logo_url ?? undefined
}
