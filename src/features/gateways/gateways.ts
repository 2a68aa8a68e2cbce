// Contract of gateways: which payment provider takes payments, and how other modules reach it.
import { type DocumentKind, type Gateway, type Provider, providers } from '#integrations/gateways/gateway.ts'
import { requiredLine } from '#lib/forms/form-fields.ts'
import { Instant, z } from '#lib/schema.ts'

export { type Gateway, type Provider } from '#integrations/gateways/gateway.ts'

export const GatewaySetting = z.object({
  provider: z.enum(providers),
  is_chosen: z.boolean(),
  terminal: z.string().nullable(),
  page_uid: z.string().nullable(),
  cashier_uid: z.string().nullable(),
  issues_documents: z.boolean(),
  has_keys: z.boolean(),
  tested_at: Instant.nullable(),
  test_fault: z.string().nullable(),
  updated_by: z.uuid().nullable(),
  version: z.int(),
})
export type GatewaySetting = z.infer<typeof GatewaySetting>

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = { gateway_settings: GatewaySetting }

const Key = requiredLine(200)

/** The id as shown on the provider's site; surrounding spaces are trimmed. */
const Uid = z.string('שדה חובה').trim().pipe(z.uuid('מזהה כמו 33333333-0000-4000-8000-000000000001'))

/** API keys as entered by the owner. They are encrypted and never shown again. */
export const SaveGateway = z.discriminatedUnion('provider', [
  z.object({
    provider: z.literal('cardcom'),
    terminal: z
      .string('שדה חובה')
      .trim()
      .regex(/^\d{1,12}$/, 'מספר המסוף: ספרות בלבד'),
    apiName: Key,
    apiPassword: Key,
  }),
  z.object({
    provider: z.literal('payplus'),
    terminal: Uid,
    pageUid: Uid,
    cashierUid: z.preprocess((typed) => (typed === '' ? undefined : typed), Uid.optional()),
    apiKey: Key,
    secretKey: Key,
  }),
])
export type SaveGateway = z.output<typeof SaveGateway>

/** The result of a key test. `fault`: the error code; null if the provider accepted the keys. */
export const GatewayTested = z.object({ fault: z.string().nullable() })
export const TestGateway = z.object({ provider: z.enum(['cardcom', 'payplus']) })

/** The gateway that currently takes payments. */
export type OpenGateway = { gateway: Gateway; isStandIn: boolean; document: DocumentKind }

/** How orders reach their payment providers. `Db` is the caller's transaction. */
export type Gateways<Db> = {
  /** Undefined while no provider is chosen or its keys are missing. */
  chosen(db: Db): Promise<OpenGateway | undefined>
  /** The gateway of an existing attempt; undefined if its keys no longer exist. */
  of(db: Db, provider: Provider, isStandIn: boolean): Promise<Gateway | undefined>
}

export const refusals = {
  gateway_without_keys: 'עוד לא הוזנו מפתחות לחברת הסליקה הזאת',
  gateway_chosen_already: 'נבחרה בינתיים חברת סליקה אחרת. רעננו את העמוד',
  too_many_requests: 'נעשו הרבה בדיקות בזמן קצר. אפשר לנסות שוב בעוד כמה דקות',
} as const
