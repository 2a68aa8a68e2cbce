// The address of the client of a request, for rate limits and logs.
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { inProcessAddress } from './in-process.ts'

/**
 * The client's address: from the header of our proxy, else of the connection. The last entry of a list is our proxy's. The entries before
 * it come from the client, which could forge one per request to evade rate limits. The header counts only from a proxy on this machine or
 * in its private network: other peers would forge it.
 */
export function clientIpOf(request: Pick<FastifyRequest, 'headers' | 'ip'>, header: string | undefined) {
  const { headers, ip } = request
  if (ip === inProcessAddress || !header || !isNearby(ip)) return withoutPort(ip)
  const value = headers[header.toLowerCase()]
  const forwarded = (Array.isArray(value) ? value.at(-1) : value)?.split(',').at(-1)?.trim()
  return withoutPort(forwarded || ip)
}

/** Some proxies append the port, with which every connection would count as another client. */
const withoutPort = (address: string) =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address

const nearby = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  nearby.addSubnet(network, bits)
nearby.addAddress('::1', 'ipv6')
nearby.addSubnet('fc00::', 7, 'ipv6')
nearby.addSubnet('fe80::', 10, 'ipv6')

function isNearby(peer: string) {
  const address = peer.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0]!
  const kind = isIP(address)
  return kind !== 0 && nearby.check(address, kind === 6 ? 'ipv6' : 'ipv4')
}
