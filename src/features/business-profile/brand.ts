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

/** The logo made for the ground it stands on, else the general one. */
export function logoFor(logos: Logos, dark: boolean): string | undefined {
  return (dark ? logos.logo_dark_url : logos.logo_light_url) ?? logos.logo_url ?? undefined
}
