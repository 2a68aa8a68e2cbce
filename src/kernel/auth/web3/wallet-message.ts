// The message that a wallet signs: EIP-4361 (Ethereum), and the same format for Solana.
import { invalid } from '../auth-errors.ts'

export type Chain = 'ethereum' | 'solana'

export type WalletMessage = {
  domain: string
  /** An Ethereum address is lowercased: its case is only a checksum, and one wallet must be one account. */
  address: string
  statement: string | undefined
  uri: URL
  network: string | undefined
  issuedAt: Date
  expiresAt: Date | undefined
  notBefore: Date | undefined
}

const kinds = {
  ethereum: { prefix: 'siwe', name: 'Ethereum', address: /^0x[a-fA-F0-9]{40}$/, network: /^[1-9]\d{0,18}$/ },
  solana: {
    prefix: 'siws',
    name: 'Solana',
    address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    network: /^(solana:)?(mainnet|devnet|testnet)$/i,
  },
} as const

/** Throws validation_failed when the message is malformed. Its times and addresses are not validated here. */
export function parseWalletMessage(chain: Chain, text: string): WalletMessage {
  const kind = kinds[chain]
  const fail = (reason: string) => invalid(`${kind.prefix}: ${reason}`)
  const lines = text.split('\n')
  if (lines.length < 6) throw fail('message needs at least 6 lines')
  const ending = ` wants you to sign in with your ${kind.name} account:`
  if (!lines[0]!.endsWith(ending)) throw fail(`message first line does not end in "${ending}"`)
  const domain = lines[0]!.slice(0, -ending.length).trim()
  if (domain === '' || !URL.canParse(`https://${domain}`) || /[/?#@\s]/.test(domain))
    throw fail('domain in first line of message is not valid')
  const address = lines[1]!.trim()
  if (!kind.address.test(address)) throw fail('wallet address is not in base58 or hexadecimal format')
  if (lines[2] !== '') throw fail('third line must be empty')
  const hasStatement = lines[3] !== '' && lines[4] === ''
  const values = readFields(lines, hasStatement ? 5 : 3, fail)

  const time = (name: string) => {
    const value = values.get(name)
    if (value === undefined) return undefined
    if (!isoTime.test(value) || Number.isNaN(Date.parse(value))) throw fail(`${name} is not a valid ISO8601 timestamp`)
    return new Date(value)
  }
  const network = values.get('Chain ID')
  if (network === undefined ? chain === 'ethereum' : !kind.network.test(network)) throw fail('Chain ID is not valid')
  const version = values.get('Version') ?? ''
  if (version !== '1') throw fail(`Version value is not supported, expected 1 got ${JSON.stringify(version)}`)
  const issuedAt = time('Issued At')
  if (!issuedAt) throw fail('Issued At is not specified')
  const uri = values.get('URI')
  if (!uri) throw fail('URI is not specified')
  if (!URL.canParse(uri)) throw fail('URI is not valid')
  const [expiresAt, notBefore] = [time('Expiration Time'), time('Not Before')]
  if (expiresAt && issuedAt > expiresAt) throw fail('Issued At is after Expiration Time')
  if (expiresAt && notBefore && notBefore > expiresAt) throw fail('Not Before is after Expiration Time')
  return {
    domain,
    address: chain === 'ethereum' ? address.toLowerCase() : address,
    statement: hasStatement ? lines[3] : undefined,
    uri: new URL(uri),
    network,
    issuedAt,
    expiresAt,
    notBefore,
  }
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** The lines `Name: value`. A duplicate name is refused: the wallet may have shown the other one. */
function readFields(lines: string[], start: number, fail: (reason: string) => Error) {
  const values = new Map<string, string>()
  let resources: number | undefined
  for (const [i, raw] of lines.entries()) {
    const line = raw.trim()
    if (i < start || line === '') continue
    if (resources !== undefined && line.startsWith('- ')) {
      if (!URL.canParse(line.slice(2).trim())) throw fail(`Resource at position ${resources} has invalid URI`)
      resources++
      continue
    }
    resources = line === 'Resources:' ? 0 : undefined
    if (resources === 0) continue
    const cut = line.indexOf(':')
    if (cut < 0) throw fail(`encountered unparsable line at index ${i}`)
    const name = line.slice(0, cut)
    if (values.has(name)) throw fail(`${name} is specified twice`)
    values.set(name, line.slice(cut + 1).trim())
  }
  return values
}
