// Looks up DNS records. A missing name or record gives an empty result; only an unavailable DNS server is an error.
import { Resolver } from 'node:dns/promises'

/** The DNS server timed out or failed, so whether the record exists is unknown. */
export class DnsUnavailable extends Error {
  override name = 'DnsUnavailable'
}

export type DnsLookup = {
  /** TXT records, each with its strings joined. */
  texts(name: string): Promise<string[]>
  /** IPv4 and IPv6 addresses. */
  addresses(name: string): Promise<string[]>
  mailHosts(name: string): Promise<string[]>
}

/** Starts a lookup whose queries are cancelled by the signal. */
export type StartLookup = (signal: AbortSignal) => DnsLookup

/** Error codes for an unknown name, a missing record, or a name that the server considers invalid. */
const noRecord = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EFORMERR'])

/** `servers` are addresses with an optional port; without any, those of the operating system. */
export const openDns =
  ({ servers = [], timeoutMs = 2000 }: { servers?: readonly string[]; timeoutMs?: number } = {}): StartLookup =>
  (signal) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
    if (servers.length > 0) resolver.setServers(servers)
    signal.addEventListener('abort', () => resolver.cancel(), { once: true })
    const ask = async <Row>(query: () => Promise<Row[]>): Promise<Row[]> => {
      if (signal.aborted) throw new DnsUnavailable('ECANCELLED')
      try {
        return await query()
      } catch (error) {
        const { code = '' } = error as { code?: string }
        if (noRecord.has(code)) return []
        throw new DnsUnavailable(code, { cause: error })
      }
    }
    return {
      texts: async (name) => (await ask(() => resolver.resolveTxt(name))).map((strings) => strings.join('')),
      addresses: async (name) =>
        (await Promise.all([ask(() => resolver.resolve4(name)), ask(() => resolver.resolve6(name))])).flat(),
      mailHosts: async (name) => (await ask(() => resolver.resolveMx(name))).map(({ exchange }) => exchange),
    }
  }
