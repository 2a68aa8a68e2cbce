// Settings of WhatsApp by Meta's Cloud API.
import { z } from 'zod'
import { address, isSafeAddress } from '../env-parsers.ts'

export const whatsAppEnvironment = {
  WHATSAPP_PHONE_NUMBER_ID: z
    .string()
    .regex(/^\d{5,30}$/, 'has to be the id of the phone number, in digits')
    .optional(),
  WHATSAPP_TOKEN: z.string().optional(),
  WHATSAPP_APP_SECRET: z.string().optional(),
  WHATSAPP_VERIFY_TOKEN: z.string().min(16, 'has to have at least 16 characters').optional(),
  WHATSAPP_API_URL: address
    .refine(isSafeAddress, 'has to begin with https, except on this machine')
    .default('https://graph.facebook.com/v23.0'),
}

type Environment = z.infer<z.ZodObject<typeof whatsAppEnvironment>>

const names = ['WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_TOKEN', 'WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN'] as const

export function whatsAppConfigError(env: Environment): string | undefined {
  const present = names.filter((name) => env[name] !== undefined)
  if (present.length === 0 || present.length === names.length) return undefined
  return `${names.join(', ')} belong together: all are from the app's page at Meta, except the verify token, which you choose.`
}

export const whatsAppSettingsOf = (env: Environment) =>
  env.WHATSAPP_PHONE_NUMBER_ID && env.WHATSAPP_TOKEN && env.WHATSAPP_APP_SECRET && env.WHATSAPP_VERIFY_TOKEN
    ? {
        apiUrl: env.WHATSAPP_API_URL,
        phoneNumberId: env.WHATSAPP_PHONE_NUMBER_ID,
        token: env.WHATSAPP_TOKEN,
        appSecret: env.WHATSAPP_APP_SECRET,
        verifyToken: env.WHATSAPP_VERIFY_TOKEN,
      }
    : undefined
