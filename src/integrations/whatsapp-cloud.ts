// WhatsApp by Meta's Cloud API: sends text or an approved template, and classifies errors.
// https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages
import { retryAfter } from './retry-after.ts'

export type WhatsAppSettings = {
  /** The base URL with the version, without a trailing slash. */
  apiUrl: string
  phoneNumberId: string
  token: string
}

export type ApprovedTemplate = { name: string; language: string; parameters: readonly string[] }

type Message = {
  id: string
  /** E.164. */
  to: string
  text: string
  /** An approved template, sent instead of the text. */
  approved?: ApprovedTemplate
}

/** `isOptOut`: the recipient opted out of marketing messages in WhatsApp. */
export type RefusedMessage = { refused: string; isAddress?: boolean; isOptOut?: boolean }
type SendResult = { providerId: string } | RefusedMessage | { notBefore: Date; because: string }

/** The error object of responses and of webhooks. */
export type CloudError = {
  code?: number | undefined
  title?: string | undefined
  message?: string | undefined
  error_data?: { details?: string | undefined } | undefined
  fbtrace_id?: string | undefined
}

const timeoutMs = 20_000
const minuteMs = 60_000

/** Error codes of rate limits: throughput, account, and per recipient; the last one is for suspected spam. */
const busyMs = new Map([
  [4, minuteMs],
  [80_007, minuteMs],
  [130_429, minuteMs],
  [131_056, minuteMs],
  [131_048, 60 * minuteMs],
])

/** Error codes of the account: expired token, missing permission, payment, block, maintenance. */
const isOfAccount = (code: number) =>
  [0, 3, 10, 190, 368, 131_005, 131_031, 131_042, 131_045, 131_057, 133_010].includes(code) ||
  (code >= 200 && code <= 299)

/** Error codes of service failures. */
const passing = new Set([1, 2, 131_000, 131_016])

const notOnWhatsApp = 131_026
const stoppedAdvertising = 131_050

/** Sends one message. Throws when a retry may succeed. */
export const openWhatsApp = ({ apiUrl, phoneNumberId, token }: WhatsAppSettings) => ({
  deliver: async (message: Message): Promise<SendResult> => {
    const response = await fetch(`${apiUrl}/${phoneNumberId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(requestOf(message)),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = await response.json().catch((): unknown => undefined)
    const { messages, error } = Object(body) as { messages?: { id?: unknown }[]; error?: CloudError }
    const id = messages?.[0]?.id
    if (response.ok && typeof id === 'string') return { providerId: id }
    if (!error) throw new Error(`WhatsApp answered ${response.status} without an error or an id`)
    const because = describeError(error)
    const pauseMs = busyMs.get(error.code ?? 0) ?? (response.status === 429 ? minuteMs : undefined)
    if (pauseMs !== undefined) return { notBefore: retryAfter(response.headers, pauseMs), because }
    const { code = 0 } = error
    if (response.status >= 500 || response.status === 401 || passing.has(code) || isOfAccount(code))
      throw new Error(because)
    return refusalOf(error)
  },
})

/** Describes a permanent failure, reported in a response or later in a webhook status. */
export const refusalOf = (error: CloudError): RefusedMessage => ({
  refused: describeError(error),
  ...(error.code === notOnWhatsApp && { isAddress: true }),
  ...(error.code === stoppedAdvertising && { isOptOut: true }),
})

const describeError = ({ code, title, message, error_data: data, fbtrace_id: trace }: CloudError) =>
  [`${code ?? ''}: ${message ?? title ?? ''}`, data?.details, trace && `fbtrace_id ${trace}`]
    .filter(Boolean)
    .join(' · ')
    .slice(0, 1000)

const requestOf = ({ id, to, text, approved }: Message) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to,
  // Returned with every status, so that the message is identified even if the response to this request is lost.
  biz_opaque_callback_data: id,
  ...(approved
    ? { type: 'template', template: templateOf(approved) }
    : { type: 'text', text: { body: text, preview_url: false } }),
})

const templateOf = ({ name, language, parameters }: ApprovedTemplate) => ({
  name,
  language: { code: language },
  ...(parameters.length > 0 && {
    components: [{ type: 'body', parameters: parameters.map((value) => ({ type: 'text', text: value })) }],
  }),
})
