// Checks the DKIM key of a domain under a given selector, or under common ones.
import { createPublicKey } from 'node:crypto'
import type { DnsLookup } from '#integrations/dns.ts'
import { likelySelectors, type MailProvider } from './mail-providers.ts'
import type { Finding, FindingCode } from './sender-domain.ts'
import { readTagList } from './tag-list.ts'

type DkimResult = { finding: Finding; selector: string | null }

/** RFC 8301: receivers do not accept shorter keys. */
const minRsaBits = 1024

type Names = {
  domain: string
  provider: MailProvider | undefined
  /** The only selector to check, if given. */
  selector?: string | undefined
  /** Checked first; the mail service may have changed after the selector was stored. */
  remembered?: string | undefined
}

export async function checkDkim(
  dns: DnsLookup,
  { domain, provider, selector, remembered }: Names,
): Promise<DkimResult> {
  const known = selector ?? remembered
  const own = known === undefined ? undefined : await checkSelector(dns, domain, known)
  if (own && (selector !== undefined || isFound(own))) return own
  const usual = await Promise.all(likelySelectors(provider).map((one) => checkSelector(dns, domain, one)))
  const found = usual.filter(isFound)
  return (
    found.find(({ finding: { status } }) => status === 'ok') ??
    found[0] ??
    own ?? { finding: finding('unknown', 'dkim_not_found'), selector: null }
  )
}

const isFound = ({ finding: { found } }: DkimResult) => found.length > 0

const finding = (
  status: Finding['status'],
  code: FindingCode,
  found: string[] = [],
  add: Finding['add'] = null,
): Finding => ({
  about: 'dkim',
  status,
  code,
  found,
  add,
})

async function checkSelector(dns: DnsLookup, domain: string, selector: string): Promise<DkimResult> {
  const host = `${selector}._domainkey.${domain}`
  // A domain with a wildcard record returns the same record for every name, which is then not a key.
  const records = (await dns.texts(host)).filter(
    (text) => /(^|;)\s*(p|v)\s*=/i.test(text) && !/^v=(spf1|DMARC1)/i.test(text),
  )
  const [record] = records
  if (record === undefined) return { finding: finding('fault', 'dkim_missing'), selector }
  const code = records.length > 1 ? 'dkim_invalid' : checkKey(record)
  const status = code === 'dkim_ok' ? 'ok' : code === 'dkim_testing' ? 'warning' : 'fault'
  const add = code === 'dkim_testing' ? { host, value: withoutTesting(record), replaces: true } : null
  return { finding: finding(status, code, records, add), selector }
}

function checkKey(record: string): FindingCode {
  const tags = readTagList(record)
  const key = tags?.get('p')
  if (!tags || key === undefined || (tags.get('v') ?? 'DKIM1') !== 'DKIM1') return 'dkim_invalid'
  if (key === '') return 'dkim_revoked'
  const bits = keyBits(tags.get('k') ?? 'rsa', key.replace(/\s/g, ''))
  if (bits === undefined) return 'dkim_invalid'
  if (bits < minRsaBits) return 'dkim_weak'
  return (tags.get('t') ?? '').split(':').some((flag) => flag.trim() === 'y') ? 'dkim_testing' : 'dkim_ok'
}

/** The length of an RSA key; of an Ed25519 key the equivalent strength. Undefined if it is not a key. */
function keyBits(kind: string, key: string): number | undefined {
  const bytes = Buffer.from(key, 'base64')
  if (kind === 'ed25519') return bytes.length === 32 ? 3072 : undefined
  if (kind !== 'rsa') return undefined
  try {
    return createPublicKey({ key: bytes, format: 'der', type: 'spki' }).asymmetricKeyDetails?.modulusLength
  } catch {
    return undefined
  }
}

const withoutTesting = (record: string) =>
  record
    .split(';')
    .filter((part) => !/^\s*t\s*=/i.test(part))
    .join(';')
    .trim()
