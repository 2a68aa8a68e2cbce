// All settings, read once. Names are upstream's where upstream has one. No other file reads the environment.
import { delimiter, isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { KeySetText } from '#kernel/jwt-keys.ts'
import { type S3Address, readS3Address } from '#kernel/storage/blobs/s3-address.ts'
import { StartupError } from '#lib/startup-error.ts'
import { authEnvironment, authSettingsOf, authConfigError } from './environments/auth-environment.ts'
import {
  calendarConfigError,
  googleCalendarEnvironment,
  calendarSettingsOf,
} from './environments/calendar-environment.ts'
import { realtimeEnvironment, realtimeLimitsOf } from './environments/realtime-environment.ts'
import { whatsAppConfigError, whatsAppEnvironment, whatsAppSettingsOf } from './environments/whatsapp-environment.ts'
import { restEnvironment, restSettingsOf } from './environments/rest-environment.ts'
import { address, flag, headerList, hostAndPort, isDnsServer, list, integerWithin } from './env-parsers.ts'

const project = resolve(import.meta.dirname, '../..')

const databaseAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'has to begin with postgres://')
  .refine(
    (url) => URL.canParse(url) && new URL(url).pathname.length > 1,
    'has to name a database, like postgres://user:password@host:5432/name',
  )

const bucketAddress = z.string().transform((text, issues): S3Address => {
  const address = readS3Address(text)
  // The URL is omitted: it contains a secret.
  if (!address) issues.addIssue('has to be like s3://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket')
  return address ?? z.NEVER
})

const backupTarget = z.string().transform((text, issues): BackupTarget => {
  // Without a trailing slash, because the store strips the folder from the paths of its files.
  if (isAbsolute(text)) return { folder: resolve(text) }
  const s3 = readS3Address(text)
  if (!s3) issues.addIssue('has to be an absolute path, or like s3://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket')
  return s3 ? { s3 } : z.NEVER
})
export type BackupTarget = { folder: string } | { s3: S3Address }

const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: integerWithin(1, 65_535, 3000),
  SITE_URL: address.refine((url) => new URL(url).pathname === '/', 'must not have a path').optional(),
  API_EXTERNAL_URL: address.optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_REPLICA_URL: databaseAddress.optional(),
  DATABASE_REPLICA_MAX_LAG: integerWithin(10, 10_000, 200),
  STORAGE_URL: bucketAddress.optional(),
  BACKUP_URL: backupTarget.optional(),
  CLAMD_ADDRESS: hostAndPort.optional(),
  BACKUP_TIME: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'has to be a time of day in UTC, like 23:40')
    .default('23:40'),
  BACKUP_KEEP_DAYS: integerWithin(1, 3650, 14),
  // The maximum size of a webinar recording. Buckets have separate, lower limits.
  FILE_SIZE_LIMIT: integerWithin(1, 5_000_000_000, 2_147_483_648),
  DEMO: z.enum(['1', '0', 'remove'], 'has to be 1, 0 or remove').optional(),
  JWT_SECRET: z.string().min(32, 'has to have at least 32 characters').optional(),
  GOTRUE_JWT_KEYS: KeySetText.optional(),
  ANON_KEY: z.string().optional(),
  SERVICE_ROLE_KEY: z.string().optional(),
  API_KEY_REQUIRED: flag.default(true),
  DEFAULT_GRANTS: flag.optional(),
  FUNCTIONS_DIR: z.string().optional(),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'has to be debug, info, warn, error or silent')
    .default('warn'),
  GOTRUE_RATE_LIMIT_HEADER: z.string().optional(),
  ...authEnvironment,
  ...restEnvironment,
  ...realtimeEnvironment,
  ...googleCalendarEnvironment,
  ...whatsAppEnvironment,
  SMTP_HOST: z.string().optional(),
  SMTP_PORT: integerWithin(1, 65_535, 587),
  SMTP_USER: z.string().optional(),
  SMTP_PASS: z.string().optional(),
  SMTP_ADMIN_EMAIL: z.email('has to be an e-mail address').optional(),
  SMTP_SENDER_NAME: z.string().optional(),
  DNS_SERVERS: list.refine(
    (servers) => servers.every(isDnsServer),
    'has to be IP addresses, each with an optional port',
  ),
  METRICS_KEY: z.string().min(16, 'has to have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerList.default({}),
  OTEL_SERVICE_NAME: z.string().default('maslul'),
  INDEXNOW_KEY: z
    .string()
    .regex(/^[a-zA-Z0-9-]{8,128}$/, 'has to have 8 to 128 letters, digits and hyphens')
    .optional(),
  INDEXNOW_URL: z.url({ protocol: /^https?$/ }).default('https://api.indexnow.org/indexnow'),
  MAIL_HOOK_SECRETS: z
    .string()
    .regex(/^v1,whsec_[A-Za-z0-9+/=]+(\|v1,whsec_[A-Za-z0-9+/=]+)*$/, 'has to be v1,whsec_ and a key in base64')
    .optional(),
  MAIL_REPLY_TO: z.email().optional(),
})

export type Config = ReturnType<typeof readConfig>

/** The environment of this process, without node_modules folders in PATH: for commands that must use the system's Node. */
export function environmentWithoutPackages(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const places = (environment['PATH'] ?? '').split(delimiter).filter((place) => !place.includes('node_modules'))
  return { ...environment, PATH: places.join(delimiter) }
}

/** Throws StartupError with one sentence per invalid setting. Empty settings count as unset. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const settings = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const read = Environment.safeParse(settings)
  // The values are omitted: some are secrets.
  if (!read.success)
    throw new StartupError(read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'))
  const env = read.data
  if ((env.ANON_KEY ?? env.SERVICE_ROLE_KEY) && !env.JWT_SECRET)
    throw new StartupError('ANON_KEY and SERVICE_ROLE_KEY are signed with JWT_SECRET: give it too.')
  const configError = authConfigError(env) ?? calendarConfigError(env) ?? whatsAppConfigError(env)
  if (configError) throw new StartupError(configError)
  if (env.SMTP_HOST && !env.SMTP_ADMIN_EMAIL)
    throw new StartupError('SMTP_HOST needs SMTP_ADMIN_EMAIL: the address that mail is sent from.')

  const localUrl = `http://${addressOf(env.HOST)}:${env.PORT}`
  const siteUrl = env.SITE_URL ?? localUrl
  if (env.INDEXNOW_KEY && isLocal(siteUrl))
    throw new StartupError('INDEXNOW_KEY needs a public SITE_URL: search engines read the key from the site.')
  if (env.DEMO === '1' && !isLocal(siteUrl))
    throw new StartupError(
      'DEMO=1 is for an installation that only this machine can open, and SITE_URL is public. Set DEMO=0.',
    )
  return {
    host: env.HOST,
    port: env.PORT,
    siteUrl,
    apiUrl: env.API_EXTERNAL_URL ?? siteUrl,
    /** The server's local URL, for commands on the same machine: it needs no DNS, proxy or certificate. */
    localUrl,
    /**
     * Whether the site is reachable only from this machine. Only then is the demo seeded, and are links of mails
     * printed.
     */
    isLocal: isLocal(siteUrl),
    /** Resolved against the project folder, independent of the working directory. */
    dataFolder: resolve(project, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    /** A streaming replica of the database, for lists and reports. */
    replica:
      env.DATABASE_REPLICA_URL === undefined
        ? undefined
        : { url: env.DATABASE_REPLICA_URL, maxLagMs: env.DATABASE_REPLICA_MAX_LAG },
    storage: { sizeLimit: env.FILE_SIZE_LIMIT, ...(env.STORAGE_URL && { s3: env.STORAGE_URL }) },
    backup: { target: env.BACKUP_URL, time: env.BACKUP_TIME, keepDays: env.BACKUP_KEEP_DAYS },
    demo: demoOf(env.DEMO, siteUrl),
    keys: {
      jwtSecret: env.JWT_SECRET,
      jwtKeys: env.GOTRUE_JWT_KEYS,
      anonKey: env.ANON_KEY,
      serviceRoleKey: env.SERVICE_ROLE_KEY,
    },
    /** If false, requests without an API key are anonymous. */
    requireKey: env.API_KEY_REQUIRED,
    /**
     * Used only by npm run kernel: whether new tables are granted to visitors and users. Unset does not change the
     * database.
     */
    defaultGrants: env.DEFAULT_GRANTS,
    functionsFolder: env.FUNCTIONS_DIR === undefined ? undefined : resolve(project, env.FUNCTIONS_DIR),
    logLevel: env.LOG_LEVEL,
    rest: restSettingsOf(env),
    realtime: { changes: env.REALTIME_CHANGES, limits: realtimeLimitsOf(env) },
    /** The header in which a reverse proxy passes the client's IP. */
    clientIpHeader: env.GOTRUE_RATE_LIMIT_HEADER,
    warnings: warningsOf(siteUrl, env.GOTRUE_RATE_LIMIT_HEADER),
    auth: authSettingsOf(env),
    googleCalendar: calendarSettingsOf(env),
    whatsApp: whatsAppSettingsOf(env),
    indexNow: env.INDEXNOW_KEY === undefined ? undefined : { key: env.INDEXNOW_KEY, url: env.INDEXNOW_URL },
    /** The virus scanner of files that visitors upload; without it they are not scanned. */
    clamd: env.CLAMD_ADDRESS,
    /** DNS servers for checks of the sender's domain; empty: those of the operating system. */
    dnsServers: env.DNS_SERVERS,
    /** Bearer token with which Prometheus reads /metrics. */
    metricsKey: env.METRICS_KEY,
    /** The trace collector; without it tracing is disabled. */
    traces:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : {
            endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: env.OTEL_EXPORTER_OTLP_HEADERS,
            service: env.OTEL_SERVICE_NAME,
          },
    /** Secrets with which the mail provider signs its webhooks. */
    mailHookSecrets: env.MAIL_HOOK_SECRETS?.split('|') ?? [],
    smtp:
      env.SMTP_HOST && env.SMTP_ADMIN_EMAIL
        ? {
            host: env.SMTP_HOST,
            port: env.SMTP_PORT,
            user: env.SMTP_USER,
            password: env.SMTP_PASS,
            from: env.SMTP_ADMIN_EMAIL,
            senderName: env.SMTP_SENDER_NAME,
            replyTo: env.MAIL_REPLY_TO,
          }
        : undefined,
  }
}

/** Warnings for the startup log. */
const warningsOf = (siteUrl: string, clientIpHeader: string | undefined) =>
  isLocal(siteUrl) || clientIpHeader
    ? []
    : [
        'SITE_URL is public and GOTRUE_RATE_LIMIT_HEADER is not set: behind a proxy all clients look like one, and no limit per client works. ' +
          'Name the header in which the proxy passes the address of the client, such as X-Forwarded-For.',
      ]

/** A host that a browser can open, also for wildcard addresses. */
function addressOf(host: string) {
  if (['0.0.0.0', '::', ''].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function isLocal(url: string) {
  const { hostname } = new URL(url)
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.')
  )
}

function demoOf(word: '1' | '0' | 'remove' | undefined, siteUrl: string) {
  if (word === undefined) return isLocal(siteUrl) ? 'plant' : 'none'
  return ({ '1': 'plant', '0': 'none', remove: 'remove' } as const)[word]
}
