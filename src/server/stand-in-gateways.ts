// On a local site a stand-in of the payment providers runs, so that a purchase can be tried without an account at one of them.
import type { StandInSettings } from '#features/gateways/open-gateways.server.ts'
import type { Config } from './config.ts'

/** No settings under a public address: there only the owner's keys open a payment page. */
export async function standInForGateways({
  isLocal,
}: Pick<Config, 'isLocal'>): Promise<{ settings: StandInSettings | undefined; stop: () => Promise<void> }> {
  if (!isLocal) return { settings: undefined, stop: async () => {} }
  // Imported only here: a public installation never loads it.
  const { startGateways } = await import('#integrations/gateways/gateways.fake.ts')
  const gateways = await startGateways()
  const { cardcom, payplus } = gateways
  return { settings: { cardcom, payplus }, stop: () => gateways.stop() }
}
