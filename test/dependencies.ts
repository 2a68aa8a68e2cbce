import { createSealing, makeSealingKey, type SealingKey } from '#platform/sealing/sealing.server.ts'
import type { GoogleCalendar } from '#integrations/google-calendar.ts'
import type { FunctionDependencies } from '#server/functions/parts.ts'

/** The same key in each worker: the worker that seeds the demo seals values for all. */
const sealingKey: SealingKey = { id: '5ea1ed00', key: Buffer.alloc(32, 'of the tests') }

/** Dependencies of functions for tests. Omitted ones throw or do nothing. */
export const testDependencies = (
  google?: GoogleCalendar,
  inside: Partial<Omit<FunctionDependencies, 'calendar'>> = {},
): FunctionDependencies => ({
  ...nothing,
  ...inside,
  calendar: { google, seal: createSealing([makeSealingKey()])('tests') },
})

const noRecords = { texts: async () => [], addresses: async () => [], mailHosts: async () => [] }

const nothing: Omit<FunctionDependencies, 'calendar'> = {
  sealFor: createSealing([sealingKey]),
  mails: {
    send: async () => {
      throw new Error('No mail is expected here.')
    },
  },
  files: {
    put: async () => {
      throw new Error('No file is expected here.')
    },
    remove: async () => {
      throw new Error('No file is expected here.')
    },
    read: async () => {
      throw new Error('No file is expected here.')
    },
    sign: async () => {
      throw new Error('No file is expected here.')
    },
  },
  scansFiles: false,
  renderDraft: async () => undefined,
  composeCampaign: async () => ({ subject: '', html: '', text: '', replyTo: null }),
  composeService: async () => ({ subject: '', html: '', text: '', replyTo: null }),
  siteUrl: 'http://site.test',
  apiUrl: 'http://site.test',
  gateways: { chosen: async () => undefined, of: async () => undefined },
  gatewaySeal: createSealing([makeSealingKey()])('tests'),
  documentServices: { open: async () => undefined },
  documentSeal: createSealing([makeSealingKey()])('tests'),
  mailHookSecrets: [],
  smsHookSecrets: [],
  whatsApp: { phoneNumberId: '1', appSecret: 'secret', verifyToken: 'word' },
  connectedChannels: [],
  senderDomain: { sender: { from: 'office@example.com', host: 'smtp.gmail.com' }, startLookup: () => noRecords },
  mailSender: { from: 'office@example.com', name: undefined },
  pages: {
    list: async () => [],
    read: async () => undefined,
    check: async () => ({ read: 0, pages: 0, links: [], orphans: [] }),
    missing: async () => [],
  },
  follow: async (address) => ({ steps: [], end: { kind: 'page', address } }),
  writeViews: async () => {},
  readBusyTimes: async () => 'none',
  signAccess: async () => {
    throw new Error('No token is expected here.')
  },
}
