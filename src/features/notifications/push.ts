// Contract of browser push.
import { z } from '#lib/schema.ts'

const endpoint = z.url().max(1000)

export const PushCall = z.discriminatedUnion('action', [
  z.object({ action: z.literal('key') }),
  z.object({
    action: z.literal('add'),
    endpoint,
    keys: z.object({ p256dh: z.string().min(80).max(100), auth: z.string().min(20).max(30) }),
  }),
  z.object({ action: z.literal('remove'), endpoint }),
])
export type PushCall = z.infer<typeof PushCall>

export const PushAnswer = z.object({ publicKey: z.string() })
export type PushAnswer = z.infer<typeof PushAnswer>

export const refusals = {
  unknown_push_service: 'הדפדפן הזה משתמש בשירות התראות שהמערכת אינה מכירה.',
  too_many_browsers: 'ההתראות כבר פועלות בעשרה דפדפנים. כדי להוסיף דפדפן, צריך לכבות אותן באחד מהם.',
} as const

/** The script of the service worker. */
export const pushWorkerPath = '/push-worker.js'

/** Browsers of one user. */
export const mostBrowsers = 10
