// The registry of features that the site may claim, and the markers that bind a text to a feature.

type Feature = { name: string; isBuilt: boolean; needsSetup?: true }

/**
 * When a feature is built, `isBuilt: true` shows its claims, and a comment names the code. With `needsSetup` they are shown only while a
 * setting of the installation makes them true: see server/functions/ready-features.ts. Markers contain the name.
 */
export const claimedFeatures = {
  /** features/booking: pages below /book, and the link of the confirmation at /appointment/manage. */
  booking: { name: 'יומן פגישות', isBuilt: true, needsSetup: true },
  /** web/portal/tabs: meetings-screen.tsx and summaries.tsx. */
  meetings: { name: 'פגישות באזור האישי', isBuilt: true },
  /** web/portal/tabs/documents-screen.tsx over platform/files. */
  documents: { name: 'מסמכים באזור האישי', isBuilt: true },
  /** web/portal/tabs/payments-screen.tsx. */
  portalPayments: { name: 'תשלומים באזור האישי', isBuilt: true },
  /** Email reminders: of appointments in booking.messages.functions.sql, of tasks in portal/task-mails.server.ts. */
  reminders: { name: 'תזכורות בדוא״ל', isBuilt: true },
  /** Only in texts stored by earlier versions, which name email and WhatsApp in one sentence. */
  remindersOfBothChannels: { name: 'תזכורות', isBuilt: false },
  /** Automations send templates by WhatsApp, but reminder rules have no channel setting. */
  whatsAppReminders: { name: 'תזכורות בוואטסאפ', isBuilt: false },
  /** features/webinars, live and recorded. */
  webinars: { name: 'הדרכות מקוונות', isBuilt: true, needsSetup: true },
  /** Buying a programme does not open lessons yet: orders.fulfilment.functions.sql enrols the buyer and creates a task for the staff. */
  courses: { name: 'שיעורים מקוונים', isBuilt: false },
  /** features/orders with the providers of features/gateways. */
  checkout: { name: 'תשלום מקוון', isBuilt: true, needsSetup: true },
  /** features/tax-documents. */
  invoices: { name: 'חשבוניות', isBuilt: true, needsSetup: true },
} as const satisfies Record<string, Feature>

type ClaimedFeatures = typeof claimedFeatures
/** The features that depend on settings. */
export type SetUpFeature = {
  [Key in keyof ClaimedFeatures]: ClaimedFeatures[Key] extends { needsSetup: true } ? Key : never
}[keyof ClaimedFeatures]

type Features = Readonly<Record<string, Feature>>

export type HiddenClaim = { feature: string; text: string }

/** A marker applies to the text up to the next marker or {{סוף}}, or to the end. */
const marker = /\{\{(?:(כשיש|כשאין) ([^{}]+)|סוף)\}\}/g

/** The text without markers of known features; an unknown marker remains, so that the editor refuses it. */
export const withoutMarkers = (text: string): string =>
  text.replaceAll(marker, (whole, _, name?: string) => (name === undefined || isKnown(name) ? '' : whole))

/**
 * The text that is true now; undefined if none of it is. `ready` are the keys of the features that are set up. `hidden` collects claims of
 * missing features, but not texts for their absence.
 */
export function textWithTrueClaims(
  text: string,
  ready: readonly string[],
  hidden: HiddenClaim[] = [],
  features: Features = claimedFeatures,
): string | undefined {
  if (!text.includes('{{כש')) return text
  const [always = '', ...rest] = text.split(marker)
  let shown = always
  for (let at = 0; at < rest.length; at += 3) {
    const [kind, name, text = ''] = rest.slice(at, at + 3)
    if (name === undefined || isTrue(name, ready, features) === (kind === 'כשיש')) shown += text
    else if (kind === 'כשיש') hidden.push({ feature: name, text: text.trim() })
  }
  return shown.trim() || undefined
}

/** The content with only true claims: list items with an untrue text are omitted. */
export function withTrueClaims<Content>(content: Content, ready: readonly string[], hidden?: HiddenClaim[]): Content {
  const today = (part: unknown): unknown => {
    if (typeof part === 'string') return textWithTrueClaims(part, ready, hidden)
    if (Array.isArray(part)) return part.map(today).filter((item) => item !== undefined)
    if (!part || typeof part !== 'object') return part
    const entries = Object.entries(part).map(([key, value]) => [key, today(value)] as const)
    return entries.some(([key, value]) => value === undefined && part[key as keyof typeof part] !== undefined)
      ? undefined
      : Object.fromEntries(entries)
  }
  return today(content) as Content
}

/** Names of the missing features whose claims are hidden in the content. */
export function missingFeaturesOf(content: unknown, ready: readonly string[]): string[] {
  const hidden: HiddenClaim[] = []
  withTrueClaims(content, ready, hidden)
  return [...new Set(hidden.map(({ feature }) => feature))]
}

/** Whether a text of the content depends on a setting of the installation. */
export function dependsOnSetup(content: unknown): boolean {
  const text = JSON.stringify(content) ?? ''
  return Object.values<Feature>(claimedFeatures).some(
    ({ name, needsSetup }) => needsSetup && (text.includes(`{{כשיש ${name}}}`) || text.includes(`{{כשאין ${name}}}`)),
  )
}

const isKnown = (name: string) => Object.values(claimedFeatures).some((feature) => feature.name === name)
const isTrue = (name: string, ready: readonly string[], features: Features) =>
  Object.entries(features).some(
    ([key, feature]) => feature.name === name && feature.isBuilt && (!feature.needsSetup || ready.includes(key)),
  )
