// Reads DNS records. A name without records has none; only a server that does not answer is an error.
import { Resolver } from 'node:dns/promises'

/** The DNS server did not answer, or failed: whether the record exists is unknown. */
export class DnsUnavailable extends Error {
  override name = 'DnsUnavailable'
}

export type DnsLookup = {
  /** Each record with its strings joined. */
  texts(name: string): Promise<string[]>
  /** IPv4 and IPv6 addresses. */
  addresses(name: string): Promise<string[]>
  mailHosts(name: string): Promise<string[]>
}

/** Starts a lookup whose queries are cancelled by the signal. */
export type StartLookup = (signal: AbortSignal) => DnsLookup

/** The answer of a server that has no such name, no such record, or takes the name for invalid. */
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
