// Opens the current gateway with the keys that the owner entered, or the local stand-in for the provider while there
// are no keys.
import { cardComUrl, type CardComSettings } from '#integrations/gateways/cardcom.ts'
import { type GatewaySettings, openGateway } from '#integrations/gateways/open-gateway.ts'
import { payPlusUrl, type PayPlusSettings } from '#integrations/gateways/payplus.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { SealedColumn } from '#platform/sealing/reseal.server.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import type { Gateways, GatewaySetting, Provider } from './gateways.ts'

export const sealedGatewayKeys: SealedColumn = {
  table: 'gateway_secrets.keys',
  column: 'sealed',
  key: ['provider'],
  owner: 'provider',
  purpose: 'keys of payment providers',
}

/** The encrypted, secret part of the settings. */
export type SealedKeys = { apiName: string; apiPassword: string } | { apiKey: string; secretKey: string }

/** The local stand-in for the API of each provider. */
export type StandInSettings = { cardcom: CardComSettings; payplus: PayPlusSettings }

type Parts = { seal: Seal; standIn?: StandInSettings | undefined }
type Row = GatewaySetting & { sealed: Buffer | null }

export function createGateways({ seal, standIn }: Parts): Gateways<Db> {
  const standInFor = (provider: Provider): GatewaySettings | undefined =>
    standIn &&
    (provider === 'payplus' ? { provider: 'payplus', ...standIn.payplus } : { provider: 'cardcom', ...standIn.cardcom })

  const real = (row: Row): GatewaySettings | undefined => settingsOf(row, seal)

  return {
    async chosen(db) {
      const [row] = await db.query<Row>(`${rowsWithKeys} where is_chosen`)
      if (row?.provider === 'manual')
        return { gateway: openGateway({ provider: 'manual' }), isStandIn: false, document: 'none' }
      const settings = row && real(row)
      const document = row?.issues_documents === false ? 'none' : 'invoice_receipt'
      if (settings) return { gateway: openGateway(settings), isStandIn: false, document }
      const local = standInFor(row?.provider ?? 'cardcom')
      return local && { gateway: openGateway(local), isStandIn: true, document }
    },
    async of(db, provider, isStandIn) {
      if (provider === 'manual') return openGateway({ provider })
      if (isStandIn) {
        const local = standInFor(provider)
        return local && openGateway(local)
      }
      const [row] = await db.query<Row>(`${rowsWithKeys} where provider = $1`, [provider])
      const settings = row && real(row)
      return settings && openGateway(settings)
    },
  }
}

const rowsWithKeys = 'select *, gateway_secrets.keys_of(provider) as sealed from gateway_settings'

/** Undefined if the keys are missing, or encrypted with a key that no longer exists. */
export function settingsOf(
  { provider, terminal, page_uid, cashier_uid, sealed }: Row,
  seal: Seal,
): GatewaySettings | undefined {
  const keys = sealed ? (seal.open(provider, sealed) as SealedKeys | undefined) : undefined
  if (!keys || terminal === null) return undefined
  if (provider === 'cardcom' && 'apiName' in keys) return { provider, baseUrl: cardComUrl, terminal, ...keys }
  if (provider === 'payplus' && 'apiKey' in keys && page_uid)
    return { provider, baseUrl: payPlusUrl, terminal, pageUid: page_uid, cashierUid: cashier_uid ?? undefined, ...keys }
  return undefined
}
