// Parses webhooks of WhatsApp's Cloud API and verifies their signature.
// https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from '#lib/schema.ts'
import { type RefusedMessage, refusalOf } from './whatsapp-cloud.ts'

/** The value of X-Hub-Signature-256 for a body. */
export const hubSignature = (body: string, appSecret: string) =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`

export function isSignedByHub(header: string | null, body: string, appSecret: string): boolean {
  const [signature, expected] = [Buffer.from(header ?? ''), Buffer.from(hubSignature(body, appSecret))]
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}

export type WhatsAppEvent =
  | {
      kind: 'status'
      providerId: string
      outboxId: string | undefined
      status: 'sent' | 'delivered' | 'failed'
      at: Date
      failure?: RefusedMessage
    }
  | { kind: 'message'; providerId: string; from: string; name: string; text: string; at: Date }
  /** The user opted out of marketing messages in WhatsApp's menu. */
  | { kind: 'stopped'; from: string }

const Seconds = z
  .string()
  .regex(/^\d{9,11}$/)
  .transform((text) => new Date(Number(text) * 1000))
/** A phone number without the leading plus. */
const Phone = z
  .string()
  .regex(/^[1-9]\d{6,14}$/)
  .transform((digits) => `+${digits}`)

const Status = z.object({
  id: z.string(),
  status: z.string(),
  timestamp: Seconds,
  biz_opaque_callback_data: z.uuid().optional().catch(undefined),
  errors: z
    .array(
      z.object({
        code: z.number(),
        title: z.string().optional(),
        message: z.string().optional(),
        error_data: z.object({ details: z.string().optional() }).optional(),
      }),
    )
    .optional(),
})

const Title = z.object({ title: z.string() })
const Caption = z.object({ caption: z.string().optional() })
const Message = z.object({
  id: z.string(),
  from: Phone,
  timestamp: Seconds,
  type: z.string(),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
  interactive: z.object({ button_reply: Title.optional(), list_reply: Title.optional() }).optional(),
  image: Caption.optional(),
  video: Caption.optional(),
  document: Caption.optional(),
})

const Value = z.object({
  metadata: z.object({ phone_number_id: z.string() }).optional(),
  contacts: z.array(z.object({ wa_id: z.string(), profile: z.object({ name: z.string() }).optional() })).catch([]),
  statuses: z.array(z.unknown()).catch([]),
  messages: z.array(z.unknown()).catch([]),
  user_preferences: z.array(z.unknown()).catch([]),
})
const Preference = z.object({ wa_id: Phone, category: z.literal('marketing_messages'), value: z.literal('stop') })

const Payload = z.object({
  entry: z.array(z.object({ changes: z.array(z.object({ value: z.unknown() })) })),
})

/** The events of our number, in order. Unknown events are ignored: the provider adds new types, and retries rejected webhooks for days. */
export function readWebhook(body: unknown, phoneNumberId: string): WhatsAppEvent[] {
  const { data } = Payload.safeParse(body)
  return (data?.entry ?? [])
    .flatMap(({ changes }) => changes)
    .flatMap(({ value }) => {
      const { data: read } = Value.safeParse(value)
      if (!read || (read.metadata && read.metadata.phone_number_id !== phoneNumberId)) return []
      return [
        ...read.statuses.flatMap(statusOf),
        ...read.messages.flatMap((message) => messageOf(message, read.contacts)),
        ...read.user_preferences.flatMap((preference) => {
          const stopped = Preference.safeParse(preference).data
          return stopped ? [{ kind: 'stopped' as const, from: stopped.wa_id }] : []
        }),
      ]
    })
}

/** A read receipt counts as delivered; reads are not tracked. */
const statuses = { sent: 'sent', delivered: 'delivered', read: 'delivered', failed: 'failed' } as const

function statusOf(value: unknown): WhatsAppEvent[] {
  const { data } = Status.safeParse(value)
  if (!data || !Object.hasOwn(statuses, data.status)) return []
  const { id, timestamp: at, biz_opaque_callback_data: outboxId, errors } = data
  const status = statuses[data.status as keyof typeof statuses]
  const failure = errors?.[0]
  return [
    {
      kind: 'status',
      providerId: id,
      outboxId,
      status,
      at,
      ...(status === 'failed' && { failure: failure ? refusalOf(failure) : { refused: 'failed' } }),
    },
  ]
}

/** Texts shown for messages without text. Reactions and system notices are ignored. */
const mediaLabels: Record<string, string> = {
  image: 'תמונה',
  video: 'סרטון',
  audio: 'הקלטה',
  document: 'קובץ',
  sticker: 'מדבקה',
  location: 'מיקום',
  contacts: 'איש קשר',
  text: '',
  button: '',
  interactive: '',
}

function messageOf(value: unknown, contacts: z.infer<typeof Value>['contacts']): WhatsAppEvent[] {
  const { data } = Message.safeParse(value)
  if (!data || !Object.hasOwn(mediaLabels, data.type)) return []
  const { id: providerId, from, timestamp: at, type, text, button, interactive, image, video, document } = data
  const caption = image?.caption ?? video?.caption ?? document?.caption
  const shown = mediaLabels[type] && `[${mediaLabels[type]}]`
  const messageText =
    text?.body ?? button?.text ?? interactive?.button_reply?.title ?? interactive?.list_reply?.title ?? caption
  const name = contacts.find(({ wa_id: id }) => `+${id}` === from)?.profile?.name ?? ''
  return [{ kind: 'message', providerId, from, name, at, text: [shown, messageText].filter(Boolean).join(' ') }]
}
