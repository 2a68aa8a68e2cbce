import type { Client } from './backend.ts'

/** Disconnects a dead socket before the next attempt, because the client would reuse it. */
export async function clearDeadSocket({ realtime }: Pick<Client, 'realtime'>) {
  if (!realtime.isConnected() && !realtime.isConnecting()) await realtime.disconnect()
}
