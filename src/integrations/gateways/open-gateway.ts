// Creates the gateway of a provider from its settings.
import { type CardComSettings, openCardCom } from './cardcom.ts'
import type { Gateway } from './gateway.ts'
import { openManual } from './manual.ts'
import { openPayPlus, type PayPlusSettings } from './payplus.ts'

export type GatewaySettings =
  | ({ provider: 'cardcom' } & CardComSettings)
  | ({ provider: 'payplus' } & PayPlusSettings)
  | { provider: 'manual' }

/** Creates the gateway without connecting to the provider. */
export function openGateway(settings: GatewaySettings): Gateway {
  if (settings.provider === 'cardcom') return openCardCom(settings)
  return settings.provider === 'payplus' ? openPayPlus(settings) : openManual()
}
