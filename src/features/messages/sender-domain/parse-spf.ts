// Parses an SPF record (RFC 7208).
import { isIP } from 'node:net'

export type Qualifier = '+' | '-' | '~' | '?'
type Kind = 'all' | 'include' | 'a' | 'mx' | 'ip4' | 'ip6' | 'ptr' | 'exists'
export type SpfTerm = {
  qualifier: Qualifier
  kind: Kind
  /** A domain or an address; empty in `a` and `mx` for the record's domain. */
  value: string
  /** Prefix lengths for IPv4 and IPv6; undefined means a single address. */
  bits4?: number | undefined
  bits6?: number | undefined
}
export type SpfRecord = { terms: SpfTerm[]; redirect?: string }

export const isSpf = (text: string) => /^v=spf1( |$)/i.test(text)

/** Undefined for a syntax error, which receivers treat as a permanent error. */
export function parseSpf(text: string): SpfRecord | undefined {
  const record: SpfRecord = { terms: [] }
  for (const token of text.split(' ').slice(1).filter(Boolean)) {
    const modifier = /^([a-z][a-z0-9_.-]*)=(.*)$/i.exec(token)
    if (modifier) {
      if (modifier[1]!.toLowerCase() !== 'redirect') continue
      if (record.redirect !== undefined || !modifier[2]) return undefined
      record.redirect = modifier[2].toLowerCase()
      continue
    }
    const term = parseTerm(token)
    if (!term) return undefined
    record.terms.push(term)
  }
  return record
}

function parseTerm(token: string): SpfTerm | undefined {
  const [, sign = '+', name = '', value = '', prefix = ''] =
    /^([-+~?]?)([a-z0-9]+)(?::([^/]*))?(\/.*)?$/i.exec(token.replace(/^(?=[a-z])/i, '+')) ?? []
  const term = { qualifier: sign as Qualifier, kind: name.toLowerCase() as Kind, value: value.toLowerCase() }
  switch (term.kind) {
    case 'all':
      return value || prefix ? undefined : term
    case 'include':
    case 'exists':
      return value && !prefix ? term : undefined
    case 'ptr':
      return prefix ? undefined : term
    case 'ip4':
      return isIP(value) === 4 ? withPrefix(term, prefix) : undefined
    case 'ip6': {
      // The address itself contains colons, so the prefix is split off by its slash.
      const [address = '', bits] = token.replace(/^[-+~?]?ip6:/i, '').split('/')
      if (isIP(address) !== 6) return undefined
      return withPrefix({ ...term, value: address }, bits === undefined ? '' : `//${bits}`)
    }
    case 'a':
    case 'mx':
      return withPrefix(term, prefix)
    default:
      return undefined
  }
}

/** Matches `/24`, `//64` or `/24//64`. */
function withPrefix(term: SpfTerm, prefix: string): SpfTerm | undefined {
  if (prefix === '') return term
  const [, four, six] = /^(?:\/(\d{1,2}))?(?:\/\/(\d{1,3}))?$/.exec(prefix) ?? []
  if (four === undefined && six === undefined) return undefined
  if (Number(four ?? 0) > 32 || Number(six ?? 0) > 128) return undefined
  return {
    ...term,
    bits4: four === undefined ? undefined : Number(four),
    bits6: six === undefined ? undefined : Number(six),
  }
}
