import { Refusal } from '../../errors.ts'
import type { Auth } from '../instance.ts'

export function requireManualLinking({ settings }: Auth) {
  if (!settings.providers.manualLinking) throw new Refusal('manual_linking_disabled', 404, 'Manual linking is disabled')
}
