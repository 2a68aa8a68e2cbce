// In development without WhatsApp settings, starts a local stand-in for the Cloud API, so that the channel works.
import type { Config } from './config.ts'

/**
 * The config, with the stand-in's settings if WhatsApp is not configured. The stand-in reports every message as
 * delivered. `POST /stand-in/receive`
 * at its URL simulates an incoming message: {"from": "+972…", "text": "…"}.
 */
export async function standInForWhatsApp(config: Config): Promise<{ config: Config; stop(): Promise<void> }> {
  if (config.whatsApp) return { config, stop: async () => {} }
  // Imported only here: production never loads it.
  const { startWhatsApp } = await import('#integrations/whatsapp.fake.ts')
  const webhookUrl = `${config.apiUrl}/functions/v1/whatsapp-webhook`
  const fake = await startWhatsApp({ webhookUrl, reports: true })
  return { config: { ...config, whatsApp: fake.settings }, stop: () => fake.stop() }
}
