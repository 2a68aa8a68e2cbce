// Resolves an SPF record with all its includes, as receivers do.
import { BlockList, isIP } from 'node:net'
import type { DnsLookup } from '#integrations/dns.ts'
import { isSpf, parseSpf, type Qualifier, type SpfTerm } from './parse-spf.ts'

/** RFC 7208, 4.6.4: receivers abort after ten terms that need a query. */
export const maxLookups = 10

export type SpfTree = {
  /** The domains of all included records, at any depth. */
  included: Set<string>
  lookups: number
  /** The addresses that are authorised to send. */
  allowed: BlockList
  /** The qualifier of the final `all`; undefined without it. */
  end: Qualifier | undefined
  /**
   * Whether an included domain has no record, several, or an invalid one. Receivers then treat the whole record as
   * invalid.
   */
  isBroken: boolean
}

/** `record` is the domain's single record. */
export async function readSpfTree(dns: DnsLookup, domain: string, record: string): Promise<SpfTree> {
  const tree: SpfTree = { included: new Set(), lookups: 0, allowed: new BlockList(), end: undefined, isBroken: false }
  tree.end = await follow(dns, tree, domain, record)
  return tree
}

async function follow(dns: DnsLookup, tree: SpfTree, domain: string, text: string): Promise<Qualifier | undefined> {
  const record = parseSpf(text)
  if (!record) {
    tree.isBroken = true
    return undefined
  }
  for (const term of record.terms) {
    if (term.kind === 'all') return term.qualifier
    await apply(dns, tree, domain, term)
    if (tree.lookups > maxLookups) return undefined
  }
  if (record.redirect === undefined) return undefined
  return followName(dns, tree, record.redirect)
}

async function apply(dns: DnsLookup, tree: SpfTree, domain: string, term: SpfTerm) {
  if (['include', 'a', 'mx', 'ptr', 'exists'].includes(term.kind)) tree.lookups++
  if (tree.lookups > maxLookups || term.qualifier !== '+') return
  const name = term.value || domain
  // A macro depends on the mail, so the addresses that it allows are unknown.
  if (name.includes('%')) return
  if (term.kind === 'include') await followName(dns, tree, name, false)
  if (term.kind === 'ip4' || term.kind === 'ip6') allow(tree, name, term)
  if (term.kind === 'a') for (const address of await dns.addresses(name)) allow(tree, address, term)
  if (term.kind === 'mx')
    for (const host of (await dns.mailHosts(name)).slice(0, maxLookups))
      for (const address of await dns.addresses(host)) allow(tree, address, term)
}

async function followName(dns: DnsLookup, tree: SpfTree, name: string, isCounted = true) {
  if (isCounted) tree.lookups++
  // Stops at a record that includes itself. The lookup limit does not stop it, because only receivers apply the limit.
  if (tree.included.has(name)) return undefined
  tree.included.add(name)
  const records = (await dns.texts(name)).filter(isSpf)
  if (records.length !== 1) {
    tree.isBroken = true
    return undefined
  }
  return follow(dns, tree, name, records[0]!)
}

function allow({ allowed }: SpfTree, address: string, { bits4, bits6 }: SpfTerm) {
  if (isIP(address) === 4) allowed.addSubnet(address, bits4 ?? 32, 'ipv4')
  else allowed.addSubnet(address, bits6 ?? 128, 'ipv6')
}
