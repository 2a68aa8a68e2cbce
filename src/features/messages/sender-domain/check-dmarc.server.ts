// Checks the DMARC policy of a domain, and whether its mail passes that policy.
import type { DnsLookup } from '#integrations/dns.ts'
import type { Finding, FindingCode } from './sender-domain.ts'
import { readTagList } from './tag-list.ts'

/**
 * How the mail is authenticated. The From address, the return path and the DKIM key share one domain, so strict
 * alignment also passes.
 */
export type Alignment = { spf: boolean; dkim: boolean; isDkimUnknown: boolean }

export async function checkDmarc(
  dns: DnsLookup,
  { domain, from, alignment }: { domain: string; from: string; alignment: Alignment },
): Promise<Finding> {
  const { found, owner } = await findPolicy(dns, domain)
  const finding = (status: Finding['status'], code: FindingCode, value?: string): Finding => ({
    about: 'dmarc',
    status,
    code,
    found,
    add: value ? { host: `_dmarc.${owner}`, value, replaces: found.length > 0 } : null,
  })
  const isAligned = alignment.spf || alignment.dkim
  const fresh = `v=DMARC1; p=${isAligned ? 'quarantine' : 'none'}; rua=mailto:${from}`

  const [record, ...others] = found
  if (record === undefined) return finding('fault', 'dmarc_missing', fresh)
  if (others.length > 0) return finding('fault', 'dmarc_several', fresh)
  const tags = readTagList(record)
  const isInherited = owner !== domain
  const policy = (isInherited && tags?.get('sp')) || tags?.get('p')
  if (!tags || !policy || !['none', 'quarantine', 'reject'].includes(policy.toLowerCase()))
    return finding('fault', 'dmarc_invalid', fresh)
  if (policy.toLowerCase() === 'none')
    return finding('warning', 'dmarc_monitoring', isAligned && !isInherited ? stricter(record) : undefined)
  if (!isAligned)
    return alignment.isDkimUnknown ? finding('unknown', 'dmarc_alignment_unknown') : finding('fault', 'dmarc_unaligned')
  if (Number(tags.get('pct') ?? 100) < 100) return finding('warning', 'dmarc_partial', withoutPart(record))
  return finding('ok', 'dmarc_ok')
}

/** The record of the domain, or of its nearest parent domain. */
async function findPolicy(dns: DnsLookup, domain: string) {
  const labels = domain.split('.')
  for (let from = 0; from <= labels.length - 2; from++) {
    const owner = labels.slice(from).join('.')
    const found = (await dns.texts(`_dmarc.${owner}`)).filter((text) => /^v\s*=\s*DMARC1\s*(;|$)/.test(text))
    if (found.length > 0) return { found, owner }
  }
  return { found: [], owner: domain }
}

const stricter = (record: string) => record.replace(/\bp\s*=\s*none\b/i, 'p=quarantine')
const withoutPart = (record: string) => record.replace(/;?\s*pct\s*=\s*\d+\s*/i, '')
