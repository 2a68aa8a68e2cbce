// Settings of the Google Calendar integration.
import { z } from 'zod'
import { googleIssuer } from '#kernel/auth/providers/provider-settings.ts'
import { address, isSafeAddress } from '../env-parsers.ts'

export const googleCalendarEnvironment = {
  GOOGLE_CALENDAR_CLIENT_ID: z.string().optional(),
  GOOGLE_CALENDAR_SECRET: z.string().optional(),
  GOOGLE_CALENDAR_URL: address
    .refine(isSafeAddress, 'has to begin with https, except on this machine')
    .default(googleIssuer),
}

type Environment = z.infer<z.ZodObject<typeof googleCalendarEnvironment>>

export function calendarConfigError(env: Environment): string | undefined {
  if ((env.GOOGLE_CALENDAR_CLIENT_ID === undefined) === (env.GOOGLE_CALENDAR_SECRET === undefined)) return undefined
  return 'GOOGLE_CALENDAR_CLIENT_ID and GOOGLE_CALENDAR_SECRET belong together: both are from the Google Cloud console.'
}

export const calendarSettingsOf = (env: Environment) =>
  env.GOOGLE_CALENDAR_CLIENT_ID !== undefined && env.GOOGLE_CALENDAR_SECRET !== undefined
    ? {
        issuer: env.GOOGLE_CALENDAR_URL,
        clientId: env.GOOGLE_CALENDAR_CLIENT_ID,
        secret: env.GOOGLE_CALENDAR_SECRET,
      }
    : undefined
