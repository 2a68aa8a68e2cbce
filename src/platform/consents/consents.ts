// Consents: who agreed, to which text, and for which channel.
import { Instant, z } from '#lib/schema.ts'

export const ConsentText = z.object({
  id: z.uuid(),
  kind: z.enum(['marketing', 'privacy_notice', 'newsletter']),
  version: z.int(),
  he_text: z.string(),
  valid_from: Instant,
})
export type ConsentText = z.infer<typeof ConsentText>

export const Consent = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  value_norm: z.string(),
  channel: z.enum(['email', 'sms', 'whatsapp', 'phone']),
  purpose: z.enum(['marketing']),
  action: z.enum(['grant', 'withdraw']),
  text_version_id: z.uuid(),
  text_snapshot_hash: z.string(),
  source_type: z.string(),
  source_id: z.uuid().nullable(),
  source_url: z.string().nullable(),
  ip_trunc: z.string().nullable(),
  user_agent: z.string().nullable(),
  at: Instant,
  proof: z.string().nullable(),
  recorded_by: z.uuid().nullable(),
  is_demo: z.boolean(),
})
export type Consent = z.infer<typeof Consent>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { consent_texts: ConsentText, consents: Consent }

/** Truncates an IP address to its network: /24, or /48 for IPv6. */
export function truncateIp(ip: string): string | undefined {
  const v4 = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/i.exec(ip)
  if (v4) return `${v4[1]}.${v4[2]}.${v4[3]}.0/24`
  if (!/^[0-9a-f:]+$/i.test(ip) || !ip.includes(':')) return undefined
  const [head = '', tail] = ip.toLowerCase().split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right].slice(0, 3)
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/48`
}

export const channelLabels = { email: 'דוא״ל', sms: 'SMS', whatsapp: 'וואטסאפ', phone: 'טלפון' } as const
/** Hebrew labels of consent sources. */
export const sourceLabels: Record<string, string> = {
  staff: 'נאמר לצוות',
  import: 'יובא מרשימה',
  contact_request: 'טופס יצירת קשר',
  newsletter: 'הרשמה לעדכון',
  signup: 'טופס הצטרפות',
  launch: 'הצטרפות להשקה',
  lead_magnet: 'קישור של מדריך להורדה',
  webinar: 'הרשמה להדרכה',
  form: 'טופס',
  quiz: 'שאלון השלב הכלכלי',
  appointment: 'קביעת פגישה באתר',
  preferences: 'דף ההעדפות של הדיוור',
  message_reply: 'תשובה להודעה',
  same_address: 'נאמר לצוות על ידי אדם אחר עם אותה כתובת או אותו מספר',
  demo: 'נתוני הדגמה',
}

export const refusals = {
  consent_of_unknown_point: 'הטלפון או הדוא״ל הזה לא רשום אצל איש הקשר',
  consent_of_staff_needs_proof: 'כתבו מה נאמר, מתי ואיך: זו ההוכחה',
  not_allowed: 'אין לכם הרשאה לפעולה הזאת',
} as const

export const noConsent = 'אין הסכמה לדיוור – ההודעה לא תישלח'
