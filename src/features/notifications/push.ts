// Contract of browser push.
import { z } from '#lib/schema.ts'

const endpoint = z.url().max(1000)

/** Surface on which push was enabled: each surface has a separate service worker registration and separate messages. */
export const PushSurface = z.enum(['crm', 'portal'])
export type PushSurface = z.infer<typeof PushSurface>
const surface = PushSurface.default('crm')

export const PushCall = z.discriminatedUnion('action', [
  z.object({ action: z.literal('key'), surface }),
  z.object({
    action: z.literal('add'),
    surface,
    endpoint,
    keys: z.object({ p256dh: z.string().min(80).max(100), auth: z.string().min(20).max(30) }),
  }),
  z.object({ action: z.literal('remove'), surface, endpoint }),
])
export type PushCall = z.input<typeof PushCall>

export const PushAnswer = z.object({ publicKey: z.string() })
export type PushAnswer = z.infer<typeof PushAnswer>

export const refusals = {
  unknown_push_service: 'הדפדפן הזה משתמש בשירות התראות שהמערכת אינה מכירה.',
  not_allowed: 'ההתראות האלה אינן זמינות לחשבון הזה.',
} as const

/** Maximum number of browsers per user and surface. */
export const maxBrowsers = 10
