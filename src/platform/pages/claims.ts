// The registry of features that the site may promise, and the markers that bind a text to one of them.

/** A feature that is built later switches its claims on with `isBuilt: true`. The name is what markers contain. */
export const claimedFeatures = {
  booking: { name: 'יומן פגישות', isBuilt: false },
  meetings: { name: 'פגישות באזור האישי', isBuilt: false },
  documents: { name: 'מסמכים באזור האישי', isBuilt: false },
  portalPayments: { name: 'תשלומים באזור האישי', isBuilt: false },
  reminders: { name: 'תזכורות', isBuilt: false },
  webinars: { name: 'הדרכות מקוונות', isBuilt: false },
  courses: { name: 'שיעורים מקוונים', isBuilt: false },
  checkout: { name: 'תשלום מקוון', isBuilt: false },
  invoices: { name: 'חשבוניות', isBuilt: false },
} as const satisfies Record<string, { name: string; isBuilt: boolean }>

type Features = Record<string, { name: string; isBuilt: boolean }>

export type HiddenClaim = { feature: string; text: string }

/** A marker applies to the text up to the next marker or {{סוף}}, or to the end. */
const marker = /\{\{(?:(כשיש|כשאין) ([^{}]+)|סוף)\}\}/g

/** Markers of known features removed; a marker of an unknown feature is left, for the editor to refuse. */
export const withoutMarkers = (text: string): string =>
  text.replaceAll(marker, (whole, _, name?: string) => (name === undefined || isKnown(name) ? '' : whole))

/**
 * The text that is true today; undefined if nothing of it is. `hidden` collects promises of features that are missing;
 * a text for their absence is not one.
 */
export function textOfToday(
  text: string,
  hidden: HiddenClaim[] = [],
  features: Features = claimedFeatures,
): string | undefined {
  if (!text.includes('{{כש')) return text
  const [always = '', ...rest] = text.split(marker)
  let shown = always
  for (let at = 0; at < rest.length; at += 3) {
    const [kind, name, words = ''] = rest.slice(at, at + 3)
    if (name === undefined || isBuilt(name, features) === (kind === 'כשיש')) shown += words
    else if (kind === 'כשיש') hidden.push({ feature: name, text: words.trim() })
  }
  return shown.trim() || undefined
}

/** Content of today: a list drops the items of which a text is not true. */
export function contentOfToday<Content>(content: Content, hidden?: HiddenClaim[]): Content {
  const today = (part: unknown): unknown => {
    if (typeof part === 'string') return textOfToday(part, hidden)
    if (Array.isArray(part)) return part.map(today).filter((item) => item !== undefined)
    if (!part || typeof part !== 'object') return part
    const entries = Object.entries(part).map(([key, value]) => [key, today(value)] as const)
    return entries.some(([key, value]) => value === undefined && part[key as keyof typeof part] !== undefined)
      ? undefined
      : Object.fromEntries(entries)
  }
  return today(content) as Content
}

const isKnown = (name: string) => Object.values(claimedFeatures).some((feature) => feature.name === name)
const isBuilt = (name: string, features: Features) =>
  Object.values(features).some((feature) => feature.name === name && feature.isBuilt)
