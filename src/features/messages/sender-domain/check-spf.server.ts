// Checks whether the SPF record of a domain authorises the sending server.
import { isIP } from 'node:net'
import type { DnsLookup } from '#integrations/dns.ts'
import type { MailProvider } from './mail-providers.ts'
import { isSpf, parseSpf } from './parse-spf.ts'
import type { Finding, FindingCode } from './sender-domain.ts'
import { maxLookups, readSpfTree, type SpfTree } from './spf-tree.server.ts'

export type Sender = { domain: string; host: string; provider: MailProvider | undefined }

export async function checkSpf(dns: DnsLookup, { domain, host, provider }: Sender): Promise<Finding> {
  const found = (await dns.texts(domain)).filter(isSpf)
  const addresses = provider ? [] : await outgoingAddresses(dns, host)
  const terms = provider ? [`include:${provider.spf[0]}`] : addresses.map((one) => `ip${isIP(one)}:${one}`)
  const finding = (status: Finding['status'], code: FindingCode, value?: string): Finding => ({
    about: 'spf',
    status,
    code,
    found,
    add: value ? { host: domain, value, replaces: found.length > 0 } : null,
  })

  const [record, ...others] = found
  if (!record) return finding('fault', 'spf_missing', terms.length > 0 ? write([], terms, '~all') : undefined)
  if (others.length > 0) return finding('fault', 'spf_several', merge(found, terms))
  const tree = await readSpfTree(dns, domain, record)
  if (tree.lookups > maxLookups) return finding('fault', 'spf_too_many_lookups')
  if (!parseSpf(record)) return finding('fault', 'spf_invalid', terms.length > 0 ? write([], terms, '~all') : undefined)
  if (tree.isBroken) return finding('fault', 'spf_include_broken')
  if (tree.end === '+')
    return finding('fault', 'spf_allows_all', merge(found, names(tree, host, provider, addresses) ? [] : terms))
  if (!names(tree, host, provider, addresses))
    return terms.length > 0
      ? finding('fault', 'spf_sender_missing', merge(found, terms))
      : finding('unknown', 'spf_sender_unknown')
  if (tree.end === undefined || tree.end === '?') return finding('warning', 'spf_without_end', merge(found, []))
  return finding('ok', 'spf_ok')
}

/**
 * Whether the record authorises the server: by the provider's include, by an address, or by an include of the server's
 * domain.
 */
function names(tree: SpfTree, host: string, provider: MailProvider | undefined, addresses: readonly string[]) {
  if (provider) return provider.spf.some((name) => tree.included.has(name))
  if (addresses.some((one) => tree.allowed.check(one, isIP(one) === 4 ? 'ipv4' : 'ipv6'))) return true
  const own = host.toLowerCase().split('.').slice(1).join('.')
  // Removing the first label of example.co.il leaves `co.il`, which is not a registrable domain.
  const isDomain = own.includes('.') && !/^[a-z]{2,3}\.[a-z]{2}$/.test(own)
  return isDomain && [...tree.included].some((name) => name === own || name.endsWith(`.${own}`))
}

/** Addresses of the mail server. The sending address of an internal relay is unknown. */
async function outgoingAddresses(dns: DnsLookup, host: string) {
  const all = isIP(host) ? [host] : host === 'localhost' ? [] : await dns.addresses(host)
  return all.filter((address) => !isPrivate(address))
}

const isPrivate = (address: string) =>
  /^(10\.|127\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe80:)/i.test(address)

/** Merges all terms, including the required ones, into one record that ends with the strictest `all`. */
function merge(records: readonly string[], terms: readonly string[]) {
  const tokens = records.flatMap((record) => record.trim().split(/ +/).slice(1))
  const isEnd = (token: string) => /^[-+~?]?all$/i.test(token)
  const redirect = tokens.find((token) => /^redirect=/i.test(token))
  const rest = tokens.filter((token) => !isEnd(token) && token !== redirect)
  // Without `-all` the record still ends with its redirect, which an `all` would override.
  const end = tokens.some((token) => token === '-all') ? '-all' : (redirect ?? '~all')
  return write(rest, terms, end)
}

const write = (terms: readonly string[], ourTerms: readonly string[], end: string) =>
  ['v=spf1', ...new Set([...terms, ...ourTerms]), end].join(' ')
