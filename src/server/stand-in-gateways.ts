// On a local site, runs a local stand-in for the payment providers, so that purchases work without an account.
import type { StandInSettings } from '#features/gateways/open-gateways.server.ts'
import type { Config } from './config.ts'

/** Undefined with a public URL: there only the owner's API keys open a payment page. */
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
